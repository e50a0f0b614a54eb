#!/usr/bin/env bash
# react-notion-x 8.0.6: 7 % in a database is published as 7.000000000000001%, and 29 % as 28.999999999999996%.
#
# Expected: a number property with the format "Percent" shows the number in the cell of Notion, where 0.07 is 7%. The package formats
# numbers with `format-number`, which rounds, and which it uses with two digits for amounts of money.
# Behaviour: the stored number is multiplied by 100 and formatted with all digits, so that the error of the multiplication is shown. Of
# the whole percentages up to 100, eight are affected, and so are many with decimal places, such as 14.5 %.
# Output seen: {"cells":["7.000000000000001%","28.999999999999996%","14.499999999999998%","30%"],"affected":8}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts react-notion-x@8.0.6 react@19.3.1 react-dom@19.3.1
cat >render.mjs <<'SCRIPT'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { NotionRenderer } from 'react-notion-x'
import { Collection } from 'react-notion-x/third-party/collection'

const store = (...values) => Object.fromEntries(values.map((value) => [value.id, { role: 'reader', value }]))
const render = (...numbers) => {
  const value = { name: 'Value', type: 'number', number_format: 'percent' }
  const schema = { title: { name: 'Name', type: 'title' }, value }
  const createRow = (value, index) => ({
    id: `row-${index}`,
    type: 'page',
    parent_id: 'rows',
    properties: { title: [['Row']], value: [[value]] },
  })
  const rows = numbers.map(createRow)
  const recordMap = {
    block: store(
      { id: 'page', type: 'page', properties: { title: [['Page']] }, content: ['table'] },
      { id: 'table', type: 'collection_view', parent_id: 'page', collection_id: 'rows', view_ids: ['view'] },
      ...rows,
    ),
    collection: store({ id: 'rows', name: [['Rows']], schema }),
    collection_view: store({ id: 'view', type: 'table' }),
    collection_query: { rows: { view: { collection_group_results: { blockIds: rows.map(({ id }) => id) } } } },
    notion_user: {},
    signed_urls: {},
  }
  const html = renderToStaticMarkup(createElement(NotionRenderer, { recordMap, components: { Collection } }))
  return [...html.matchAll(/notion-property-number">(.*?)<\/span>/g)].map(([, text]) => text)
}
const all = Array.from({ length: 100 }, (_, index) => String((index + 1) / 100))
const seen = JSON.stringify({
  cells: render('0.07', '0.29', '0.145', '0.3'),
  affected: render(...all).filter((text, index) => text !== `${index + 1}%`).length,
})
console.log(seen)
process.exit(
  seen === '{"cells":["7.000000000000001%","28.999999999999996%","14.499999999999998%","30%"],"affected":8}' ? 0 : 1,
)
SCRIPT
node render.mjs
