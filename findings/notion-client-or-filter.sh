#!/usr/bin/env bash
# notion-client 8.0.6: the rows of a view whose filter says "or" are requested with "and".
#
# Expected: `getCollectionData` takes a view and returns its rows. It sends the view's sorts as they are, and so its filter.
# Behaviour: it takes the conditions out of the filter and joins them with "and", whatever the view's `operator` is. A view of posts that
# are drafts or in review asks for posts that are both. No row is, and the library reports nothing. In a nested group, which is sent
# as a condition, "or" stays.
# Output seen: {"view":"or","sent":"and","conditions":["Draft","Review"],"nested":"or","sort":"ascending"}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts notion-client@8.0.6
cat >request.mjs <<'SCRIPT'
import { createServer } from 'node:http'
import { NotionAPI } from 'notion-client'

let body
const server = createServer(async (request, response) => {
  body = JSON.parse((await request.toArray()).join(''))
  response.setHeader('content-type', 'application/json').end('{}')
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const client = new NotionAPI({ apiBaseUrl: `http://127.0.0.1:${server.address().port}` })

const isStatus = (value) => ({ property: 'a', filter: { operator: 'enum_is', value: { type: 'exact', value } } })
const sort = [{ property: 'title', direction: 'ascending' }]
const request = async (filter) => {
  await client.getCollectionData('posts', 'view', { type: 'table', query2: { filter, sort } })
  return body.loader
}

const filter = { operator: 'or', filters: [isStatus('Draft'), isStatus('Review')] }
const sent = await request(filter)
const nested = await request({ operator: 'and', filters: [filter] })
server.close()

const seen = JSON.stringify({
  view: filter.operator,
  sent: sent.filter.operator,
  conditions: sent.filter.filters.map((condition) => condition.filter.value.value),
  nested: nested.filter.filters[0].operator,
  sort: sent.sort[0].direction,
})
console.log(seen)
process.exit(
  seen === '{"view":"or","sent":"and","conditions":["Draft","Review"],"nested":"or","sort":"ascending"}' ? 0 : 1,
)
SCRIPT
node request.mjs
