#!/usr/bin/env bash
# mdast-util-math 3.0.0 with mdast-util-gfm-table 2.0.1: an equation with an absolute value in a table is read as another one, and written
# such that there is no table.
#
# Expected: in GFM, a vertical bar inside a cell is escaped, also within other inline syntax such as code (example 200 of its
# specification). So `$\|x\|$` in a cell is the equation |x|, as the same between backticks is the code |x|, and this is how it is written.
# Behaviour: the extension for tables removes the backslashes from code only. The equation keeps them, and TeX reads `\|` as the double
# bar of a norm. The tree of |x| is written without backslashes, so that its bars are borders of cells, and is read as a paragraph.
# Output seen: {"code":"|x|","equation":"\\|x\\|","written":"| $|x|$ |\n| ----- |\n","readAs":"paragraph"}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mdast-util-from-markdown@2.1.0 mdast-util-to-markdown@2.2.3 \
  mdast-util-math@3.0.0 micromark-extension-math@3.1.0 mdast-util-gfm-table@2.0.1 micromark-extension-gfm-table@2.1.2
cat >convert.mjs <<'SCRIPT'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown, gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { mathFromMarkdown, mathToMarkdown } from 'mdast-util-math'
import { toMarkdown } from 'mdast-util-to-markdown'
import { gfmTable } from 'micromark-extension-gfm-table'
import { math } from 'micromark-extension-math'

const read = (source) =>
  fromMarkdown(source, {
    extensions: [gfmTable(), math()],
    mdastExtensions: [gfmTableFromMarkdown(), mathFromMarkdown()],
  }).children[0]
const getCell = (table) => table.children[0].children[0].children[0]

const tree = read('| $x$ |\n| --- |\n')
getCell(tree).value = '|x|'
const written = toMarkdown(tree, { extensions: [gfmTableToMarkdown(), mathToMarkdown()] })

const seen = JSON.stringify({
  code: getCell(read('| `\\|x\\|` |\n| --- |\n')).value,
  equation: getCell(read('| $\\|x\\|$ |\n| --- |\n')).value,
  written,
  readAs: read(written).type,
})
console.log(seen)
process.exit(
  seen ===
    String.raw`{"code":"|x|","equation":"\\|x\\|","written":"| $|x|$ |\n| ----- |\n","readAs":"paragraph"}`
    ? 0
    : 1,
)
SCRIPT
node convert.mjs
