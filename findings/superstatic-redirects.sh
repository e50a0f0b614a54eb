#!/usr/bin/env bash
# superstatic 11.0.0, the server of Firebase's emulator: the redirect in Firebase's documentation leads nested pages to "not found".
#
# Expected: the documentation of Firebase Hosting has the source `/blog/:post*` with the destination `https://…/:post`, and describes the
# star as capturing the rest of the path. A captured segment can be used in the destination. In an address, the query comes before the
# fragment (RFC 3986, section 3), and an address without a query needs no sign for one.
# Behaviour: the example works for one segment. For two, the destination cannot be written, and the request is handled as if there were no
# redirect. The same happens to each use of a segment that does not follow a slash, as in `?post=:post`. The query of a request is added
# after the fragment, so that the page's section is not found. A destination with a query gets "&" even if the request has none.
# Output seen: {"one":"https://blog.example/tides","two":404,"inQuery":404,"fragment":"/about#team?from=mail","query":"/rss?all=1&"}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts superstatic@11.0.0
cat >request.cjs <<'SCRIPT'
const { createServer } = require('node:http')
const superstatic = require('superstatic').default

const redirects = [
  { source: '/blog/:post*', destination: 'https://blog.example/:post' },
  { source: '/post/:id', destination: '/posts?id=:id' },
  { source: '/team', destination: '/about#team' },
  { source: '/feed', destination: '/rss?all=1' },
]
const handle = superstatic({ cwd: __dirname, config: { public: '.', redirects } })
const server = createServer((request, response) => handle(request, response, () => response.writeHead(404).end()))

server.listen(0, '127.0.0.1', async () => {
  const request = async (path) => {
    const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`, { redirect: 'manual' })
    return response.headers.get('location') ?? response.status
  }
  const seen = JSON.stringify({
    one: await request('/blog/tides'),
    two: await request('/blog/2026/tides'),
    inQuery: await request('/post/7'),
    fragment: await request('/team?from=mail'),
    query: await request('/feed'),
  })
  console.log(seen)
  process.exit(
    seen ===
      '{"one":"https://blog.example/tides","two":404,"inQuery":404,"fragment":"/about#team?from=mail","query":"/rss?all=1&"}'
      ? 0
      : 1,
  )
})
SCRIPT
node request.cjs
