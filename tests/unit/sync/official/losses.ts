import type { HostedData, HostedRecord } from '@/tests/support/hosted/data'

type Fields = Record<string, unknown>
type Loss = [what: string, remove: (data: HostedData) => void]

const MEDIA = new Set(['image', 'video', 'audio', 'pdf', 'file'])
const EMBEDS = new Set(['embed', 'figma', 'excalidraw', 'codepen', 'replit', 'gist', 'tweet', 'maps', 'typeform'])
/** Formats of text in the order of converted text. */
const FORMATS = ['b', 'i', 's', '_', 'c', 'h', 'a']

const removeFormat =
  (...keys: string[]) =>
  (record: HostedRecord) => {
    const format = record.format as Fields | undefined
    for (const key of keys) delete format?.[key]
  }

const removeProperties = (record: HostedRecord, ...keys: string[]) => {
  for (const key of keys) delete (record.properties as Fields | undefined)?.[key]
}

const changeBlocks =
  (types: ReadonlySet<string> | undefined, remove: (block: HostedRecord) => void) =>
  ({ block }: HostedData) => {
    for (const each of block.values()) if (types === undefined || types.has(String(each.type))) remove(each)
  }

const changeViews =
  (remove: (view: HostedRecord) => void) =>
  ({ collection_view: views }: HostedData) => {
    for (const view of views.values()) remove(view)
  }

/** Changes each piece of the texts of all blocks. */
const mapPieces = (change: (piece: unknown[]) => unknown[]) =>
  changeBlocks(undefined, (block) => {
    const properties = (block.properties ?? {}) as Record<string, unknown[][]>
    for (const [key, pieces] of Object.entries(properties)) {
      if (Array.isArray(pieces)) properties[key] = pieces.map((piece) => change(piece))
    }
  })

function toBookmark(block: HostedRecord, address: unknown): void {
  block.type = 'bookmark'
  block.properties = { link: [[address]] }
  block.format = {}
}

/** Changes the formats of each piece of text. */
const mapFormats = (change: (formats: unknown[][]) => unknown[][]) =>
  mapPieces(([text, formats]) => (Array.isArray(formats) ? [text, change(formats)] : [text]))

/** Removes the values that Notion's official API does not return. Without them, both APIs must publish the same pages. */
export const LOSSES: readonly Loss[] = [
  [
    'full width and small text',
    changeBlocks(undefined, removeFormat('page_full_width', 'page_small_text', 'page_font')),
  ],
  ['the position of covers', changeBlocks(undefined, removeFormat('page_cover_position'))],
  [
    'width, height, ratio and alignment of media and embeds',
    changeBlocks(new Set([...MEDIA, ...EMBEDS]), (block) => {
      block.format = {}
    }),
  ],
  ['the text alternative of pictures', changeBlocks(MEDIA, (block) => removeProperties(block, 'alt_text'))],
  ['the size of files', changeBlocks(MEDIA, (block) => removeProperties(block, 'size'))],
  [
    'widths and colors of the columns of simple tables',
    changeBlocks(undefined, removeFormat('table_block_column_format')),
  ],
  ['the wrapping of code', changeBlocks(undefined, removeFormat('code_wrap'))],
  [
    'languages of code that are not in Notion’s list',
    changeBlocks(new Set(['code']), (block) => {
      const properties = block.properties as Record<string, unknown[][]>
      const known = properties.language?.[0]?.[0]
      if (known === undefined || known === 'HTTP') properties.language = [['Plain Text']]
    }),
  ],
  [
    'title, description and pictures of bookmarks',
    changeBlocks(new Set(['bookmark']), (block) => {
      removeProperties(block, 'title', 'description')
      removeFormat('bookmark_icon', 'bookmark_cover')(block)
    }),
  ],
  [
    'cards of Google Drive and of previewed links',
    changeBlocks(new Set(['drive', 'external_object_instance']), (block) => {
      const { original_url: address, drive_properties: drive } = block.format as Fields & { drive_properties?: Fields }
      toBookmark(block, address ?? drive?.url)
    }),
  ],
  [
    'previews of links in text',
    mapFormats((formats) =>
      formats.map(([kind, value]) => {
        if (kind !== 'eoi') return [kind, value]
        const href = 'https://github.com/adobe-fonts/source-serif'
        return ['lm', { href, title: new URL(href).host }]
      }),
    ),
  ],
  [
    'buttons',
    ({ block }) => {
      for (const each of block.values()) {
        if (each.type !== 'button') continue
        Object.assign(each, { type: 'unsupported', properties: {}, format: { unsupported_type: 'button' } })
      }
    },
  ],
  [
    'names of time zones',
    mapFormats((formats) =>
      formats.map(([kind, value]) => {
        const date = value as Fields
        return kind === 'd' && date.time_zone !== undefined ? [kind, { ...date, time_zone: 'UTC' }] : [kind, value]
      }),
    ),
  ],
  [
    'the order of formats of the same text',
    mapFormats((formats) => formats.toSorted((a, b) => FORMATS.indexOf(String(a[0])) - FORMATS.indexOf(String(b[0])))),
  ],
  ['the difference of teal and green', replaceTeal],
  [
    'order and visibility of properties on pages',
    ({ collection }) => {
      for (const each of collection.values()) each.format = {}
    },
  ],
  [
    'feeds',
    changeViews((view) => {
      if (view.type === 'feed') view.type = 'form'
    }),
  ],
  [
    'numbers as bars and rings',
    ({ collection }) => {
      for (const { schema } of collection.values())
        for (const column of Object.values(schema as Record<string, Fields>)) delete column.show_as
    },
  ],
  [
    'load limits and hidden names of views',
    changeViews(removeFormat('inline_collection_first_load_limit', 'hide_linked_collection_name')),
  ],
  [
    'sums below views',
    changeViews(({ query2 }) => {
      delete (query2 as Fields | undefined)?.aggregations
    }),
  ],
  ['hidden and ordered groups', changeViews(removeFormat('collection_groups', 'board_columns', 'board_groups2'))],
]

function replaceTeal(data: HostedData): void {
  for (const table of [data.block, data.collection]) {
    for (const [id, record] of table) {
      const text = JSON.stringify(record).replace(/("h",|"(?:block_)?color":)"teal/g, '$1"green')
      table.set(id, JSON.parse(text) as HostedRecord)
    }
  }
}
