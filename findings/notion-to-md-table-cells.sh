#!/usr/bin/env bash
# notion-to-md 3.1.9: a vertical bar or a line break in a cell of a Notion table makes other cells or ends the table in Markdown.
#
# Expected: the Markdown table has the cells of the Notion table, where both signs are ordinary text. GFM requires a bar in a cell to be
# escaped, and a row is one line, so a line break has to be written as `<br>` or a space.
# Behaviour: texts of cells are copied. "yes|no" becomes two cells. GFM ignores cells beyond the header's, so the text of the next cell is
# lost. The part of a cell after a line break becomes a row. There is no error.
# Output seen: {"bar":[["a","b"],["yes","no"]],"break":[["a","b"],["first","second"],["line"],["c","d"]]}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts notion-to-md@3.1.9 mdast-util-from-markdown@2.1.0 \
  micromark-extension-gfm-table@2.1.2 mdast-util-gfm-table@2.0.1 mdast-util-to-string@4.0.0
cat >convert.mjs <<'SCRIPT'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { toString } from 'mdast-util-to-string'
import { gfmTable } from 'micromark-extension-gfm-table'
import { NotionToMarkdown } from 'notion-to-md'

const annotations = { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: 'default' }
const createCell = (text) => [{ type: 'text', text: { content: text, link: null }, plain_text: text, href: null, annotations }]
const createRow = (cells, index) => ({
  object: 'block',
  id: `row-${index}`,
  type: 'table_row',
  has_children: false,
  table_row: { cells: cells.map(createCell) },
})

const convert = async (...rows) => {
  const list = async () => ({ results: rows.map(createRow), has_more: false, next_cursor: null })
  const converter = new NotionToMarkdown({ notionClient: { blocks: { children: { list } } } })
  const table = { table_width: 2, has_column_header: true, has_row_header: false }
  const blocks = await converter.blocksToMarkdown([{ object: 'block', id: 'table', type: 'table', has_children: true, table }])
  const tree = fromMarkdown(converter.toMarkdownString(blocks).parent, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  })
  return tree.children[0].children.map((row) => row.children.slice(0, 2).map((cell) => toString(cell)))
}

const seen = JSON.stringify({
  bar: await convert(['a', 'b'], ['yes|no', 'c']),
  break: await convert(['a', 'b'], ['first', 'second\nline'], ['c', 'd']),
})
console.log(seen)
process.exit(
  seen === '{"bar":[["a","b"],["yes","no"]],"break":[["a","b"],["first","second"],["line"],["c","d"]]}' ? 0 : 1,
)
SCRIPT
node convert.mjs
