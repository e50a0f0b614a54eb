#!/usr/bin/env bash
# react-notion-x 8.0.6 and notion-compat 7.10.0: a range of dates in a text is shown without its end, or as the sign "‣".
#
# Expected: a date in a text is shown with its end and its times, if it has them. The package's types name four kinds of dates, of which
# `datetimerange` has both. `notion-compat`, which converts responses of the official API into record maps, is described as fully
# compatible, and its list of known issues has nothing on dates.
# Behaviour: the renderer has no case for ranges with times, so that the sign of the record map is shown, which stands for a date. The
# converter makes each date one of the kind `date`, so that a conference from 5 to 8 March is shown as on 5 March, and a time is never
# shown.
# Output seen: {"times":"‣","range":["Mar 5, 2026 → Mar 8, 2026","Mar 5, 2026"],"time":["Mar 5, 2026 09:00","Mar 5, 2026"]}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts \
  react-notion-x@8.0.6 notion-compat@7.10.0 react@19.3.1 react-dom@19.3.1
cat >render.mjs <<'SCRIPT'
import { convertRichText } from 'notion-compat'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { NotionRenderer } from 'react-notion-x'

const store = (...values) => Object.fromEntries(values.map((value) => [value.id, { role: 'reader', value }]))
const render = (title) => {
  const recordMap = {
    block: store(
      { id: 'page', type: 'page', properties: { title: [['Page']] }, content: ['text'] },
      { id: 'text', type: 'text', parent_id: 'page', properties: { title } },
    ),
    collection: {},
    collection_view: {},
    collection_query: {},
    notion_user: {},
    signed_urls: {},
  }
  const html = renderToStaticMarkup(createElement(NotionRenderer, { recordMap }))
  return html.match(/<div class="notion-text[^>]*>(.*?)<\/div>/)[1].replace(/<[^>]*>/g, '')
}
const createDate = (type, fields) => [['‣', [['d', { type, start_date: '2026-03-05', ...fields }]]]]
const convert = (start, end = null) => {
  const annotations = { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: 'default' }
  const mention = { type: 'date', date: { start, end, time_zone: null } }
  return convertRichText([{ type: 'mention', mention, plain_text: [start, end].join(' → '), href: null, annotations }])
}
const times = { start_time: '09:00', end_date: '2026-03-05', end_time: '17:00', time_zone: 'Europe/Berlin' }

const seen = JSON.stringify({
  times: render(createDate('datetimerange', times)),
  range: [createDate('daterange', { end_date: '2026-03-08' }), convert('2026-03-05', '2026-03-08')].map(render),
  time: [createDate('datetime', { start_time: '09:00' }), convert('2026-03-05T09:00:00.000+01:00')].map(render),
})
console.log(seen)
process.exit(
  seen ===
    '{"times":"‣","range":["Mar 5, 2026 → Mar 8, 2026","Mar 5, 2026"],"time":["Mar 5, 2026 09:00","Mar 5, 2026"]}'
    ? 0
    : 1,
)
SCRIPT
TZ=UTC node render.mjs
