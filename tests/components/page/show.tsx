import { expect } from 'vitest'
import { prepareBody } from '@/blocks/body'
import { renderContent } from '@/blocks/content'
import { prepareCollection } from '@/lib/page/collection/prepare-collection'
import { getMediaAddress } from '@/lib/page/media-address'
import { prepareText } from '@/lib/page/text/rich-text'
import type { ViewContext } from '@/lib/page/view-context'
import { cleanRecordMap } from '@/lib/workspace/clean/clean'
import { readRecordMaps } from '@/lib/workspace/clean/read-record-map'
import { splitPages } from '@/lib/workspace/read/split'
import type { Block, RichText } from '@/lib/workspace/record-map'
import { createContentMap, PAGE, type Raw, type Tables } from '../../support/content-map'
import { createId } from '../../support/records'
import { renderHydrated } from './render'

/** A Saturday. */
const NOW = Date.UTC(2024, 5, 15, 12)

export interface Shown {
  body: HTMLElement
  /** The prepared blocks, as JSON. */
  prepared: string
  /** Notes about omitted parts. */
  notes: string[]
}

type Context = Partial<ViewContext> & { development?: boolean }

/** Reads, cleans, prepares and renders a page, as the server does for a viewer who may read everything. */
export async function show(content: Raw | Raw[], tables: Tables = {}, more: Context = {}): Promise<Shown> {
  const { blocks, notes } = prepareBlocks(content, tables, more)
  const body = document.createElement('div')
  body.innerHTML = `<div class="page-body">${renderContent(blocks)}</div>`
  return { body, prepared: JSON.stringify(blocks), notes }
}

/** Renders and hydrates a page. The caller removes it from the document. */
export async function showHydrated(content: Raw | Raw[], tables: Tables = {}, more: Context = {}) {
  return (await renderHydrated(prepareBlocks(content, tables, more).blocks)).container
}

/** A test of a page: a title, the blocks, the elements as for `expectElements`, and the notes about omitted parts. */
export type ShownCase = [title: string, content: Raw | Raw[], expected: Record<string, unknown[]>, notes?: string[]]

/** Renders the blocks of a case, and expects its elements and exactly its notes. Returns the body. */
export async function expectShown([, content, expected, notes = []]: ShownCase, tables?: Tables) {
  const shown = await show(content, tables)
  expectElements(shown.body, expected)
  expect(shown.notes).toEqual(notes)
  return shown.body
}

/**
 * Expects the texts of all elements that match a selector or, with `@name` after it, their attributes, or their HTML with `@html`.
 *
 * @example expectElements(body, { h2: ['Title'], 'a@href': ['/other'], hr: [] })
 */
export function expectElements(body: Element, expected: Record<string, unknown[]>): void {
  const found = Object.keys(expected).map((key) => {
    const [selector = '', name] = key.split('@')
    return [key, [...body.querySelectorAll(selector)].map((element) => readElement(element, name))]
  })
  expect(Object.fromEntries(found)).toEqual(expected)
}

function readElement(element: Element, name: string | undefined): string | null {
  if (name === undefined) return element.textContent
  return name === 'html' ? element.innerHTML : element.getAttribute(name)
}

function prepareBlocks(content: Raw | Raw[], tables: Tables, more: Context) {
  const { page, map, context, notes } = readPage([content].flat(), tables, more)
  const collection = (holder: Block) => {
    const found = map.collection[holder.collection_id ?? '']
    return (
      found &&
      prepareCollection({
        block: holder,
        collection: found,
        views: (holder.view_ids ?? []).flatMap((id) => page.views[id] ?? []),
        results: page.queries[found.id] ?? {},
        rows: Object.values(map.block).filter((row) => row.parent_id === found.id),
        context,
        prepareText: (rich: RichText) => prepareText(rich, context, page),
        now: NOW,
      })
    )
  }
  const trail = [
    { path: '/', title: 'Home' },
    { path: '/here', title: 'Here' },
  ]
  const { development = false } = more
  const { blocks } = prepareBody(page, context, { collection, trail, mayShow: () => true, development })
  return { blocks, notes }
}

function readPage(content: Raw[], tables: Tables, more: Context) {
  const read = readRecordMaps(createContentMap(content, tables))
  if (!read.ok) throw new Error(read.reason)
  const { map } = cleanRecordMap(read.map)
  const page = [...splitPages(map)].find((each) => each.page.id === createId(PAGE))?.page
  if (page === undefined) throw new Error('The page is missing')
  const notes: string[] = []
  const context: ViewContext = {
    isListed: () => true,
    pageLink: (id) => {
      const { properties, format, type } = map.block[id] ?? {}
      if (properties === undefined || (type !== 'page' && type !== 'collection_view_page')) return undefined
      const title = (properties.title ?? []).map(([text]) => text).join('')
      const icon = format?.page_icon
      return { path: `/${title.toLowerCase().replaceAll(' ', '-')}`, title, ...(typeof icon === 'string' && { icon }) }
    },
    userName: (id) => map.notion_user[id],
    fileAddress: (source, block) => getMediaAddress(source, block, {}),
    fileSize: () => undefined,
    fileType: () => undefined,
    embeds: 'load',
    timeZone: 'UTC',
    locale: 'en',
    note: (message) => notes.push(message),
    ...more,
  }
  return { page, map, context, notes }
}
