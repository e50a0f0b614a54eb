#!/usr/bin/env bash
# rss-parser 3.13.0: the words of XHTML in an Atom feed change their order, and an entry's address can be that of its enclosure.
#
# Expected: RFC 4287 has three types of text, of which `xhtml` is markup in the feed itself (section 3.1.1.3). The parser, which reads
# Atom, returns this markup or its text. A link without `rel` is an `alternate` (section 4.2.7.2), so it is the link of its entry.
# Behaviour: the text between elements is joined and comes first, then the elements: "Spring and neap tides" loses its sense, in `content`
# and in `contentSnippet`. A title of this type is an object. A link without `rel` is not looked for: the first link of the entry is taken.
# Output seen: {"snippet":"Spring  tidesand neap","title":"object","link":"https://site.example/tides.mp3"}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts rss-parser@3.13.0
cat >read.mjs <<'SCRIPT'
import Parser from 'rss-parser'

const text = '<div xmlns="http://www.w3.org/1999/xhtml">Spring <em>and neap</em> tides</div>'
const feed = await new Parser().parseString(`<feed xmlns="http://www.w3.org/2005/Atom">
  <title>Tides</title><id>https://site.example/</id><updated>2026-01-01T00:00:00Z</updated>
  <entry>
    <title type="xhtml">${text}</title><id>https://site.example/tides</id><updated>2026-01-01T00:00:00Z</updated>
    <link rel="enclosure" type="audio/mpeg" href="https://site.example/tides.mp3"/>
    <link href="https://site.example/tides"/>
    <content type="xhtml">${text}</content>
  </entry>
</feed>`)
const [{ contentSnippet: snippet, title, link }] = feed.items

const seen = JSON.stringify({ snippet, title: typeof title, link })
console.log(seen)
process.exit(
  seen === '{"snippet":"Spring  tidesand neap","title":"object","link":"https://site.example/tides.mp3"}' ? 0 : 1,
)
SCRIPT
node read.mjs
