#!/usr/bin/env bash
# notion-utils 8.0.8: `mergeRecordMaps` drops the rows of a database's views, so that a table of a merged page is missing.
#
# Expected: the function merges two record maps, so the result has the records of both. `collection_query` has the rows of each view, by
# database and then by view. Pages often have different views of one database, such as all posts and those of this year.
# Behaviour: maps are merged by database only. The rows of the first map's view are dropped if the second has any view of the same
# database, while the view itself stays. `react-notion-x` then shows nothing in place of the table, and warns in the console.
# Output seen: {"views":["all","recent"],"rowsBefore":["all"],"rowsOfMerged":["recent"],"tables":[1,0]}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts \
  notion-utils@8.0.8 react-notion-x@8.0.6 react@19.3.1 react-dom@19.3.1
cat >merge.mjs <<'SCRIPT'
import { mergeRecordMaps } from 'notion-utils'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { NotionRenderer } from 'react-notion-x'
import { Collection } from 'react-notion-x/third-party/collection'

console.warn = () => {}
const store = (...values) => Object.fromEntries(values.map((value) => [value.id, { role: 'reader', value }]))
const createMap = (page, view) => ({
  block: store(
    { id: page, type: 'page', properties: { title: [[page]] }, content: [`${page}-table`] },
    { id: `${page}-table`, type: 'collection_view', parent_id: page, collection_id: 'posts', view_ids: [view] },
    { id: 'post', type: 'page', parent_id: 'posts', properties: { title: [['Post']] } },
  ),
  collection: store({ id: 'posts', name: [['Posts']], schema: { title: { name: 'Name', type: 'title' } } }),
  collection_view: store({ id: view, type: 'table' }),
  collection_query: { posts: { [view]: { collection_group_results: { blockIds: ['post'] } } } },
  notion_user: {},
  signed_urls: {},
})
const countTables = (recordMap) =>
  renderToStaticMarkup(createElement(NotionRenderer, { recordMap, components: { Collection } })).split(
    'class="notion-table"',
  ).length - 1

const archive = createMap('archive', 'all')
const merged = mergeRecordMaps(archive, createMap('home', 'recent'))
const seen = JSON.stringify({
  views: Object.keys(merged.collection_view),
  rowsBefore: Object.keys(archive.collection_query.posts),
  rowsOfMerged: Object.keys(merged.collection_query.posts),
  tables: [archive, merged].map(countTables),
})
console.log(seen)
process.exit(
  seen === '{"views":["all","recent"],"rowsBefore":["all"],"rowsOfMerged":["recent"],"tables":[1,0]}' ? 0 : 1,
)
SCRIPT
node merge.mjs
