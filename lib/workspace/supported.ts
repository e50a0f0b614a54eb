/** The types of blocks that are drawn. What is not here is left out of a page, and editors are told. */
export const BLOCK_TYPES = [
  'alias',
  'audio',
  'bookmark',
  'breadcrumb',
  'bulleted_list',
  'button',
  'callout',
  'code',
  'codepen',
  'collection_view',
  'collection_view_page',
  'column',
  'column_list',
  'divider',
  'drive',
  'embed',
  'equation',
  'excalidraw',
  'external_object_instance',
  'figma',
  'file',
  'gist',
  'header',
  'header_4',
  'image',
  'maps',
  'numbered_list',
  'page',
  'pdf',
  'quote',
  'replit',
  'sub_header',
  'sub_sub_header',
  'tab',
  'table',
  'table_of_contents',
  'text',
  'to_do',
  'toggle',
  'transclusion_container',
  'transclusion_reference',
  'tweet',
  'typeform',
  'video',
] as const

export type BlockType = (typeof BLOCK_TYPES)[number]

interface ViewTraits {
  /** Its rows are cards, which may have covers. */
  hasCovers: boolean
  /** A query with this view and no filter returns every row of the collection. */
  listsAllRows: boolean
}

/** The types of collection views that are drawn. Views of any other type are neither queried nor drawn, and editors are told. */
export const VIEW_TYPES = {
  table: { hasCovers: false, listsAllRows: true },
  gallery: { hasCovers: true, listsAllRows: true },
  list: { hasCovers: false, listsAllRows: true },
  // The query returns rows by group, and editors can hide groups.
  board: { hasCovers: true, listsAllRows: false },
} as const satisfies Record<string, ViewTraits>

export type ViewType = keyof typeof VIEW_TYPES

/** Whether views of a type are drawn. */
export function isViewType(type: unknown): type is ViewType {
  return typeof type === 'string' && Object.hasOwn(VIEW_TYPES, type)
}
