#!/usr/bin/env bash
# notion-to-md 3.1.9: text inside a toggle heading, or below a paragraph and indented, is code in Markdown.
#
# Expected: a text block of Notion is a paragraph in Markdown, wherever it is on the page, as it is inside a toggle or a list item.
# Headings and paragraphs of Markdown have no children, so what is inside those of Notion follows them.
# Behaviour: blocks inside another are indented by four spaces, whatever the other is. In CommonMark, this continues the item of a list,
# but after a heading or a paragraph and an empty line it begins a code block (section 4.4). A page whose sections are toggle headings is
# published as headings with code, in which links and bold text are signs. Two quotes, one after the other, become one.
# Output seen: {"listItem":["list"],"heading":["heading","code"],"paragraph":["paragraph","code"],"quotes":["blockquote"]}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts notion-to-md@3.1.9 mdast-util-from-markdown@2.0.2
cat >convert.mjs <<'SCRIPT'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { NotionToMarkdown } from 'notion-to-md'

const annotations = { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: 'default' }
const createBlock = (id, type, fields = {}) => {
  const rich_text = [{ type: 'text', text: { content: id, link: null }, plain_text: id, href: null, annotations }]
  return { object: 'block', id, type, has_children: id === 'parent', [type]: { rich_text, color: 'default', ...fields } }
}

const convert = async (...blocks) => {
  const children = { page: blocks, parent: [createBlock('child', 'paragraph')] }
  const list = async ({ block_id }) => ({ results: children[block_id], has_more: false, next_cursor: null })
  const converter = new NotionToMarkdown({ notionClient: { blocks: { children: { list } } } })
  const markdown = converter.toMarkdownString(await converter.pageToMarkdown('page')).parent
  return fromMarkdown(markdown).children.map(({ type }) => type)
}

const seen = JSON.stringify({
  listItem: await convert(createBlock('parent', 'bulleted_list_item')),
  heading: await convert(createBlock('parent', 'heading_2', { is_toggleable: true })),
  paragraph: await convert(createBlock('parent', 'paragraph')),
  quotes: await convert(createBlock('first', 'quote'), createBlock('second', 'quote')),
})
console.log(seen)
process.exit(
  seen ===
    '{"listItem":["list"],"heading":["heading","code"],"paragraph":["paragraph","code"],"quotes":["blockquote"]}'
    ? 0
    : 1,
)
SCRIPT
node convert.mjs
