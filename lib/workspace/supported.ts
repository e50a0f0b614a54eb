/** The supported block types. Other blocks are left out, and editors get a remark. */
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

/** The block types that show the blocks in their content. A table shows only its rows, and a list of columns only columns. */
export const CONTAINER_TYPES: ReadonlySet<string> = new Set<BlockType>([
  'bulleted_list',
  'callout',
  'column',
  'column_list',
  'header',
  'header_4',
  'numbered_list',
  'quote',
  'sub_header',
  'sub_sub_header',
  'tab',
  'table',
  'text',
  'to_do',
  'toggle',
  'transclusion_container',
])

interface ViewTraits {
  /** Whether its rows are cards, which may have covers. */
  hasCovers: boolean
  /** Whether a query with this view and no filter returns all rows of the collection. */
  listsAllRows: boolean
  /** Whether it shows its rows by date, a month at a time. */
  isByDate?: boolean
  /** Whether it is shown in another form than in Notion, which is reported to editors. */
  isReduced?: boolean
}

/** The supported types of collection views. Other views are neither queried nor shown, and editors get a remark. */
export const VIEW_TYPES = {
  table: { hasCovers: false, listsAllRows: true },
  gallery: { hasCovers: true, listsAllRows: true },
  list: { hasCovers: false, listsAllRows: true },
  // The query returns rows by group, and editors can hide groups.
  board: { hasCovers: true, listsAllRows: false },
  // The query may leave out rows without a date.
  calendar: { hasCovers: false, listsAllRows: false, isByDate: true },
  timeline: { hasCovers: false, listsAllRows: false, isByDate: true, isReduced: true },
} as const satisfies Record<string, ViewTraits>

export type ViewType = keyof typeof VIEW_TYPES

/** Returns the traits of a type of view. */
export const getViewTraits = (type: ViewType): ViewTraits => VIEW_TYPES[type]

/** Whether views of a type are supported. */
export function isViewType(type: unknown): type is ViewType {
  return typeof type === 'string' && Object.hasOwn(VIEW_TYPES, type)
}
