import { renderToString } from 'react-dom/server'
import { PageBody } from '@/components/page/page-body'
import { convertBlocks } from '@/lib/formats/document'
import { writeMarkdown } from '@/lib/formats/markdown'
import { findShownFiles } from '@/lib/sync/files/shown-files'
import { createPageRecord } from '@/lib/workspace/read/page-record'
import { getPageSections } from '@/lib/workspace/read/page-text'
import { type SplitPage, splitPages } from '@/lib/workspace/read/split'
import type { Id, RecordMap } from '@/lib/workspace/record-map'
import type { PageRecord } from '@/lib/workspace/stored'
import { toPlainText } from '@/lib/workspace/text'
import { preparePage } from '../fuzz-prepare'
import '../fuzz-render'

/** What the site makes of a page, for a visitor who may read everything. */
export interface PageOutputs {
  id: Id
  html: string
  record: ReturnType<typeof createPageRecord>
  /** The texts of each output besides the rendered page. */
  texts: Record<'description' | 'search' | 'markdown' | 'contents', string>
  /** The addresses of the files that a sync loads for the page. */
  files: string[]
  /** The names of the properties of databases. Markdown names them above columns, where the page may show cards without names. */
  names: string[]
}

/** Makes all outputs of the pages of a clean map. */
export function createOutputs(map: RecordMap): PageOutputs[] {
  const pages = [...splitPages(map)]
  const records = new Map(pages.map((split) => [split.page.id, createPageRecord(split, map.collection)]))
  return pages.map((split) => createPageOutputs(split, map, records))
}

function createPageOutputs(
  split: SplitPage,
  map: RecordMap,
  records: ReadonlyMap<Id, Omit<PageRecord, 'hash' | 'readable'>>,
) {
  const { page } = split
  const record = createPageRecord(split, map.collection)
  const { blocks, texts, body } = preparePage(page, map, records)
  const sources = preparePage(page, map, records, { sources: true }).body
  const sections = getPageSections(page, {
    page: (id) => toTitle(records.get(id)?.block.properties.title),
    user: (id) => map.notion_user[id],
    collectionName: (id) => toTitle(map.collection[id]?.name),
    mayShow: () => true,
    isRoot: false,
  })
  return {
    id: page.id,
    html: renderToString(<PageBody body={blocks} texts={texts} />),
    record,
    texts: {
      description: record.excerpt,
      search: sections.map(({ heading, text }) => `${heading}\n${text}`).join('\n'),
      markdown: writeMarkdown(convertBlocks(sources.blocks, (address) => address)),
      contents: body.contents.map(({ text }) => text).join('\n'),
    },
    files: findShownFiles(page, []).map(({ address }) => address),
    names: Object.values(map.collection).flatMap(({ schema }) => Object.values(schema).map(({ name }) => name)),
  }
}

const toTitle = (rich: Parameters<typeof toPlainText>[0] | undefined) => rich && toPlainText(rich)

/** Returns the text of markup: its words as they are between tags, and those in attributes. */
export const getMarkupText = (html: string): string => decodeEntities(`${html.replace(/<[^>]*>/g, '')} ${html}`)

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (entity, name: string) => ENTITIES[name] ?? entity)
