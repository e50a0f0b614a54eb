/** The parts of the site that a site folder may replace, by the names of their files in `components/`. */
export const SLOTS = [
  'Header',
  'Footer',
  'PageHeader',
  'PageEnd',
  'Card',
  'Home',
  'List',
  'Cover',
  'Contents',
  'NotFound',
]

/** Names of blocks in Notion's APIs, by the type that draws them. */
export const NOTION_NAMES = new Map([
  ...['paragraph'].map((name) => /** @type {const} */ ([name, 'text'])),
  ...['heading_1', 'heading_2', 'heading_3', 'header', 'sub_header', 'sub_sub_header'].map(
    (name) => /** @type {const} */ ([name, 'heading']),
  ),
  ...['bulleted_list', 'numbered_list'].map((name) => /** @type {const} */ ([name, 'list'])),
  ...['bulleted_list_item', 'numbered_list_item'].map((name) => /** @type {const} */ ([name, 'item'])),
  ...['bookmark', 'link_preview'].map((name) => /** @type {const} */ ([name, 'card'])),
  ['child_page', 'page'],
  ['synced_block', 'synced'],
  ['table_of_contents', 'contents'],
])

/** The types of blocks that a site folder may draw, by the names of their files in `components/block/`. Unknown types of Notion come besides. */
export const BLOCKS = [
  'audio',
  'breadcrumb',
  'button',
  'callout',
  'card',
  'code',
  'column',
  'column_list',
  'contents',
  'diagram',
  'divider',
  'embed',
  'equation',
  'file',
  'footnote',
  'footnotes',
  'heading',
  'html',
  'image',
  'item',
  'list',
  'page',
  'pdf',
  'quote',
  'synced',
  'table',
  'text',
  'to_do',
  'toggle',
  'video',
  'youtube',
]
