import type { CollectionData } from '@/islands/collection/data'
import type { Part } from '@/lib/page/collection/groups'
import { prepareCollection } from '@/lib/page/collection/prepare-collection'
import type { PreparedText } from '@/lib/page/prepared-text'
import type { ViewContext } from '@/lib/page/view-context'
import type { Rows } from '@/lib/workspace/query/row-values'
import type {
  Block,
  Collection,
  CollectionView,
  PropertySchema,
  QueryResult,
  RichText,
} from '@/lib/workspace/record-map'
import { collection, createId, row } from '@/tests/support/records'

/** A Saturday, in the time zone of {@link context}. */
export const NOW = Date.parse('2024-06-15T12:00:00Z')

/** Creates a context in which every page exists except the hidden ones. The path of a page is the first part of its id. */
export function context(init: Partial<ViewContext> & { hidden?: string[] } = {}): ViewContext {
  const { hidden = [], ...rest } = init
  const hiddenIds = new Set(hidden.map(createId))
  return {
    isListed: () => true,
    pageLink: (id) => (hiddenIds.has(id) ? undefined : { path: `/${id.slice(0, 8)}`, title: `Page ${id.slice(0, 8)}` }),
    userName: (id) => ({ [createId('Ada')]: 'Ada Lovelace', [createId('Bo')]: 'Bo Diddley' })[id],
    fileAddress: (source) => (source.startsWith('https://') ? source : undefined),
    fileSize: () => undefined,
    fileType: () => undefined,
    embeds: 'load',
    timeZone: 'UTC',
    locale: 'en',
    ...rest,
  }
}

/** Prepares text with links as its only format. The tests of `prepareText` in `rich-text.test.ts` cover the other formats. */
export function prepareText(text: RichText): PreparedText {
  const isPlain = text.every(([, formats]) => formats === undefined)
  if (isPlain) return text.map(([plain]) => plain).join('')
  return text.map(([plain, formats]) => {
    const address = formats?.find(([kind]) => kind === 'a')?.[1]
    return typeof address === 'string' ? [plain, ['a', address]] : plain
  })
}

type Values = Record<string, string | RichText>

export interface Sample {
  schema?: Record<string, Partial<PropertySchema>>
  rows?: Record<string, Values>
  blocks?: Block[]
  views?: Partial<CollectionView>[]
  results?: Record<string, QueryResult>
  context?: ViewContext
  collection?: Partial<Collection>
  block?: Partial<Block>
  contentImage?: (row: Block) => string | undefined
  related?: ReadonlyMap<string, Rows>
  part?: Part
}

function createView(init: Partial<CollectionView>): CollectionView {
  return { id: createId('view'), type: 'table', name: '', format: {}, query: {}, order: [], ...init }
}

/** Creates the list of shown properties that a view stores. */
export function shown(...properties: string[]): { property: string; visible: boolean }[] {
  return properties.map((property) => ({ property, visible: true }))
}

export function createRow(name: string, values: Values = {}, init: Partial<Block> = {}): Block {
  return row(name, 'Things', values, { block: { ...init, properties: { title: [[name]], ...toRichTexts(values) } } })
    .block
}

function toRichTexts(values: Values): Record<string, RichText> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]): [string, RichText] => [
      key,
      typeof value === 'string' ? [[value]] : value,
    ]),
  )
}

/** Prepares a collection with the name "Things". Ids of properties are their names. */
export function prepare(sample: Sample): CollectionData {
  const things = collection('Things', 'Home', { title: { name: 'Name', type: 'title' }, ...sample.schema })
  const blocks = sample.blocks ?? Object.entries(sample.rows ?? {}).map(([name, values]) => createRow(name, values))
  const block = createRow('holder', {}, { type: 'collection_view', ...sample.block })
  return prepareCollection({
    block,
    collection: { ...things, ...sample.collection },
    views: (sample.views ?? [{}]).map(createView),
    results: sample.results ?? {},
    rows: blocks,
    context: sample.context ?? context(),
    prepareText,
    now: NOW,
    contentImage: sample.contentImage,
    related: sample.related,
    part: sample.part,
  })
}

/** Returns the titles of the rows of a section, in order. */
export function getTitles(data: CollectionData, viewIndex = 0, sectionIndex = 0): unknown[] {
  const rows = data.views[viewIndex]?.sections[sectionIndex]?.rows ?? []
  return rows.map((index) => data.rows[index]?.cells[data.titleColumn])
}

/** Returns the label and the titles of each group of a view. */
export function getGroups(data: CollectionData, viewIndex = 0): [label: string | undefined, titles: unknown[]][] {
  const sections = data.views[viewIndex]?.sections ?? []
  return sections.map((section, index) => [section.label, getTitles(data, viewIndex, index)])
}

/** Returns the cells of the property with the given name, in the order of the rows. */
export function getCells(data: CollectionData, name: string): unknown[] {
  const column = data.columns.findIndex((each) => each.name === name)
  return data.rows.map(({ cells }) => cells[column] ?? null)
}
