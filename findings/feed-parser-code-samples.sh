#!/usr/bin/env bash
# @rowanmanning/feed-parser 2.1.5: articles about markup lose their samples, as character references are decoded once more than they are
# encoded.
#
# Expected: a feed escapes the HTML of an article once, so reading the XML returns the HTML that its author wrote, in which the reference
# `&lt;br&gt;` shows the name of an element. RFC 4287 has text of the type `text` shown as it is: a reference in it is part of the text
# (section 3.1.1.1).
# Behaviour: after the XML is read, references are decoded again. "Write <br> to break a line" becomes a line break instead of the name of
# the element, in Atom and in RSS, also in CDATA. In a title about `&amp;`, this becomes "&". `<br/>` in XHTML gets an end tag, which HTML
# reads as a second line break.
# Output seen: {"atom":"<code><br></code>","rss":"<code><br></code>","title":"Write & in HTML","xhtml":"a<br></br>b"}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @rowanmanning/feed-parser@2.1.5
cat >read.mjs <<'SCRIPT'
import { parseFeed } from '@rowanmanning/feed-parser'

const id = '<id>https://site.example/</id><updated>2026-01-01T00:00:00Z</updated>'
const readAtom = (fields) =>
  parseFeed(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Notes</title>${id}<entry>${id}${fields}</entry></feed>`).items[0]
const rss = parseFeed(`<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
  <title>Notes</title><link>https://site.example/</link><description>Notes</description>
  <item><title>Breaks</title><content:encoded><![CDATA[<code>&lt;br&gt;</code>]]></content:encoded></item>
</channel></rss>`)

const seen = JSON.stringify({
  atom: readAtom('<content type="html">&lt;code&gt;&amp;lt;br&amp;gt;&lt;/code&gt;</content>').content,
  rss: rss.items[0].content,
  title: readAtom('<title type="text">Write &amp;amp; in HTML</title>').title,
  xhtml: readAtom('<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a<br/>b</div></content>').content,
})
console.log(seen)
process.exit(
  seen === '{"atom":"<code><br></code>","rss":"<code><br></code>","title":"Write & in HTML","xhtml":"a<br></br>b"}' ? 0 : 1,
)
SCRIPT
node read.mjs
