#!/usr/bin/env bash
# @modelcontextprotocol/sdk 1.32.2: a resource whose template has optional query parameters is found only if all of them are there.
#
# Expected: in the protocol, the addresses of such resources are URI templates of RFC 6570. There, variables of `{?q,limit}` that have no
# value are left out of the query, and those of `{/a,b}` become segments with a slash before each (sections 3.2.8 and 3.2.6). The SDK
# has a class for these templates, so that a server finds a resource by each address that the class makes from its template.
# Behaviour: `expand` leaves `limit` out, and then the server responds that no such resource exists. The parameters must also have the
# order of the template. The segments of `{/a,b}` are joined with a comma, and have no slash.
# Output seen: {"address":"docs://search?q=tides","found":[true,false,false],"segments":"docs://host2026,tides"}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @modelcontextprotocol/sdk@1.32.2
cat >request.mjs <<'SCRIPT'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { UriTemplate } from '@modelcontextprotocol/sdk/shared/uriTemplate.js'

const pattern = 'docs://search{?q,limit}'
const server = new McpServer({ name: 'server', version: '1.0.0' })
server.registerResource('search', new ResourceTemplate(pattern, { list: undefined }), {}, ({ href }) => ({
  contents: [{ uri: href, text: 'found' }],
}))
const client = new Client({ name: 'client', version: '1.0.0' })
const [near, far] = InMemoryTransport.createLinkedPair()
await Promise.all([server.connect(near), client.connect(far)])

const address = new UriTemplate(pattern).expand({ q: 'tides' })
const found = []
for (const uri of ['docs://search?q=tides&limit=5', address, 'docs://search?limit=5&q=tides']) {
  const isFound = await client.readResource({ uri }).then(
    () => true,
    (error) => !error.message.includes('not found'),
  )
  found.push(isFound)
}
const segments = new UriTemplate('docs://host{/a,b}').expand({ a: '2026', b: 'tides' })

const seen = JSON.stringify({ address, found, segments })
console.log(seen)
process.exit(
  seen === '{"address":"docs://search?q=tides","found":[true,false,false],"segments":"docs://host2026,tides"}' ? 0 : 1,
)
SCRIPT
node request.mjs
