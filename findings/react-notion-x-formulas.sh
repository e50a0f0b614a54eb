#!/usr/bin/env bash
# react-notion-x 8.0.6, which calculates formulas with date-fns: an interval of 60 days has 1 day, and a formatted date is empty.
#
# Expected: a cell shows what its formula returns in Notion. There, `dateBetween` counts the whole interval in the unit, here 60 days or
# 1440 hours, and `formatDate` takes tokens of Moment.js, such as "YYYY-MM-DD". The formulas are of the kind whose types the package
# exports and whose functions it implements.
# Behaviour: `dateBetween` returns a part of date-fns' `intervalToDuration`, which splits an interval: from 1 January to 2 March are 2
# months, 1 day and 0 hours. date-fns throws an error for `YYYY`, which has another meaning there, and the cell is empty.
# A comparison that is true is empty as well.
# Output seen: {"days":"1","hours":"0","months":"2","date":"","isLater":""}
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

const createDate = (day) => [['‣', [['d', { type: 'date', start_date: day }]]]]
const from = { type: 'property', id: 'from', name: 'From', result_type: 'date' }
const to = { type: 'property', id: 'to', name: 'To', result_type: 'date' }
const createText = (value) => ({ type: 'constant', value, value_type: 'string', result_type: 'text' })
const call = (name, args, result_type) => ({ type: 'function', name, args, result_type })
const between = (unit) => call('dateBetween', [to, from, createText(unit)], 'number')

const formulas = {
  days: between('days'),
  hours: between('hours'),
  months: between('months'),
  date: call('formatDate', [from, createText('YYYY-MM-DD')], 'text'),
  isLater: { type: 'operator', name: 'larger', operator: '>', args: [to, from], result_type: 'checkbox' },
}
const schema = { title: { name: 'Name', type: 'title' }, from: { name: 'From', type: 'date' }, to: { name: 'To', type: 'date' } }
for (const [name, formula] of Object.entries(formulas)) schema[name] = { name, type: 'formula', formula }

const createId = (last) => `00000000-0000-4000-8000-00000000000${last}`
const [page, database, collection, view, row] = [1, 2, 3, 4, 5].map(createId)
const store = (...values) => Object.fromEntries(values.map((value) => [value.id, { role: 'reader', value }]))
const recordMap = {
  block: store(
    { id: page, type: 'page', properties: { title: [['Page']] }, content: [database] },
    { id: database, type: 'collection_view', parent_id: page, collection_id: collection, view_ids: [view] },
    {
      id: row,
      type: 'page',
      parent_id: collection,
      properties: { title: [['Row']], from: createDate('2026-01-01'), to: createDate('2026-03-02') },
    },
  ),
  collection: store({ id: collection, name: [['Rows']], schema }),
  collection_view: store({
    id: view,
    type: 'table',
    format: { table_properties: Object.keys(formulas).map((property) => ({ property, visible: true })) },
  }),
  collection_query: { [collection]: { [view]: { collection_group_results: { blockIds: [row] } } } },
  notion_user: {},
  signed_urls: {},
}
const html = renderToStaticMarkup(createElement(NotionRenderer, { recordMap, components: { Collection } }))
const cells = [...html.matchAll(/notion-property-formula">(.*?)<\/span>/g)].map(([, text]) => text)

const seen = JSON.stringify(Object.fromEntries(Object.keys(formulas).map((name, at) => [name, cells[at]])))
console.log(seen)
process.exit(seen === '{"days":"1","hours":"0","months":"2","date":"","isLater":""}' ? 0 : 1)
SCRIPT
TZ=UTC node render.mjs
