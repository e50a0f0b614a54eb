import { renderContent } from '@/blocks/content'
import { convertBlocks } from '@/blocks/markdown'
import { renderAtomFeed, renderJsonFeed } from '@/lib/formats/feeds'
import { renderHtml } from '@/lib/formats/html'
import { renderLlmsText } from '@/lib/formats/llms'
import { createMarkdownTree, renderMarkdown } from '@/lib/formats/markdown'
import { writeMarkdown } from '@/lib/formats/write-markdown'
import { buildSite } from '@/lib/site/prepare/build-site'
import type { SiteIndex } from '@/lib/site/site-index'
import { findShownFiles } from '@/lib/sync/files/shown-files'
import { createPageRecord } from '@/lib/workspace/read/page-record'
import { getPageSections } from '@/lib/workspace/read/page-text'
import { type SplitPage, splitPages } from '@/lib/workspace/read/split'
import type { Id, RecordMap } from '@/lib/workspace/record-map'
import type { PageRecord, StoredPage } from '@/lib/workspace/stored'
import { toPlainText } from '@/lib/workspace/text'
import { buildInput, SETTINGS } from '@/tests/support/build-input'
import { preparePage } from '../fuzz-prepare'

/** What the site makes of a page, for a visitor who may read everything. */
export interface PageOutputs {
  id: Id
  html: string
  record: ReturnType<typeof createPageRecord>
  /** The texts of each output besides the rendered page. */
  texts: Record<'description' | 'search' | 'markdown' | 'contents', string>
  /** The title and the properties above the page. */
  header: string
  /** The addresses of the files that a sync loads for the page. */
  files: string[]
  /** The names of the properties of databases. Markdown names them above columns, where the page may show cards without names. */
  names: string[]
}

/** Makes all outputs of the pages of a clean map, or of some of them. */
export function createOutputs(map: RecordMap, isWanted: (id: Id) => boolean = () => true): PageOutputs[] {
  const pages = [...splitPages(map)]
  const records = createRecords(pages, map)
  return pages.filter(({ page }) => isWanted(page.id)).map((split) => createPageOutputs(split, map, records))
}

const createRecords = (pages: readonly SplitPage[], map: RecordMap): ReadonlyMap<Id, PageRecord> =>
  new Map(
    pages.map((split) => {
      const { hasStoredContent } = split
      return [
        split.page.id,
        { ...createPageRecord(split, map.collection), hash: '', hasStoredContent, readable: true } satisfies PageRecord,
      ]
    }),
  )

/**
 * Makes what a site with these pages publishes of each besides the page and its copy: feeds, the list for language models, and its part of
 * the full text.
 */
export function publishPages(map: RecordMap): Map<Id, Record<'atom' | 'json' | 'llms' | 'llmsFull', string>> {
  const pages = [...splitPages(map)]
  const records = createRecords(pages, map)
  const input = buildInput([...records.values()], Object.values(map.collection), { root: undefined })
  const index = buildSite({ ...input, users: map.notion_user }, SETTINGS)
  return new Map(pages.flatMap(({ page }) => publishPage(page, index, map, records)))
}

function publishPage(page: StoredPage, index: SiteIndex, map: RecordMap, records: ReadonlyMap<Id, PageRecord>) {
  const found = index.pages.find(({ id }) => id === page.id)
  if (found === undefined) return []
  const { siteUrl } = SETTINGS
  const settings = { siteUrl, locale: 'en' }
  const { body, properties } = preparePage(page, map, records, { sources: true })
  const content = { body: body.blocks, properties }
  const html = renderHtml(createMarkdownTree(found, content, settings), { locale: 'en', page: page.id })
  const addresses = { siteUrl, pagesUrl: siteUrl, home: siteUrl, prefix: '', atom: siteUrl, json: siteUrl }
  const texts = { title: '', description: '', author: '', language: 'en' }
  const feed = { ...addresses, ...texts, updated: 0, entries: [{ page: found, html }] }
  const published = {
    atom: renderAtomFeed(feed),
    json: renderJsonFeed(feed),
    llms: renderLlmsText({ ...index, root: page.id, name: '', description: '', pages: [found] }, siteUrl, ''),
    llmsFull: renderMarkdown(found, content, settings),
  }
  return [[page.id, published] as const]
}

function createPageOutputs(split: SplitPage, map: RecordMap, records: ReadonlyMap<Id, PageRecord>): PageOutputs {
  const { page } = split
  const record = createPageRecord(split, map.collection)
  const { title, properties, body } = preparePage(page, map, records)
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
    html: renderContent(body.blocks),
    record,
    header: JSON.stringify([title, properties]),
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
