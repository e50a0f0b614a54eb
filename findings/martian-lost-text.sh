#!/usr/bin/env bash
# @tryfabric/martian 1.2.4: the text of a link by reference is missing in Notion, and a line break joins two words.
#
# Expected: the package converts Markdown and GFM, and names hyperlinks among the inline elements that it supports. CommonMark has the
# same link in two forms, with the address after its text or in a definition elsewhere (section 6.3). A hard line break separates what is
# before and after it (section 6.7). In Notion's texts, a line feed does.
# Behaviour: links and images by reference are dropped with their text, and nothing is reported: "Read the guide first." becomes "Read
# first.". A hard line break, written with a backslash or two spaces, is dropped too, and the words beside it become one. The option that
# reports limits is not called.
# Output seen: {"inline":"Read the guide first.","reference":"Read  first.","break":"Low tideHigh tide","errors":0}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @tryfabric/martian@1.2.4
cat >convert.mjs <<'SCRIPT'
import { markdownToBlocks } from '@tryfabric/martian'

let errors = 0
const onError = () => {
  errors += 1
}
const convert = (markdown) =>
  markdownToBlocks(markdown, { notionLimits: { onError } })
    .flatMap((block) => block.paragraph.rich_text)
    .map(({ text }) => text.content)
    .join('')

const seen = JSON.stringify({
  inline: convert('Read [the guide](https://site.example/guide) first.'),
  reference: convert('Read [the guide] first.\n\n[the guide]: https://site.example/guide'),
  break: convert('Low tide\\\nHigh tide'),
  errors,
})
console.log(seen)
process.exit(
  seen === '{"inline":"Read the guide first.","reference":"Read  first.","break":"Low tideHigh tide","errors":0}' ? 0 : 1,
)
SCRIPT
node convert.mjs
