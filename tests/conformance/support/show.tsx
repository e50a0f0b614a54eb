import { cleanup } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { onTestFinished, vi } from 'vitest'
import { PropertyList } from '@/components/page/collection/property-list'
import { PageBody } from '@/components/page/page-body'
import { prepareBody } from '@/lib/page/body'
import { prepareCollection } from '@/lib/page/collection/prepare-collection'
import { prepareProperties } from '@/lib/page/collection/properties'
import { getMediaAddress } from '@/lib/page/media-address'
import { prepareText } from '@/lib/page/text/rich-text'
import type { ViewContext } from '@/lib/page/view-context'
import { cleanRecordMap } from '@/lib/workspace/clean/clean'
import { readRecordMaps } from '@/lib/workspace/clean/read-record-map'
import { splitPages } from '@/lib/workspace/read/split'
import type { Block, RichText } from '@/lib/workspace/record-map'
import { renderHydrated, serverHtml } from '../../components/page/render'
import { BELOW, windowView } from '../../components/page/view'
import { createId } from '../../support/records'
import { createContentMap, createDatabase, type Database, PAGE, type Raw, type Tables } from './maps'

/** A Saturday. */
const NOW = Date.UTC(2024, 5, 15, 12)

export interface Shown {
  body: HTMLElement
  /** The hydration data of the page, as JSON. */
  wire: string
  /** Notes about omitted parts. */
  notes: string[]
}

type Context = Partial<ViewContext> & { development?: boolean }

/** Reads, cleans, prepares and renders a page, as the server does for a viewer who may read everything. */
export async function show(content: Raw | Raw[], tables: Tables = {}, more: Context = {}): Promise<Shown> {
  const { blocks, notes } = prepareBlocks(content, tables, more)
  const html = await serverHtml(<PageBody body={blocks} />)
  return { body: parseHtml(html), wire: JSON.stringify(blocks), notes }
}

/** Renders a page like `show`, and hydrates it with all elements in the viewport. */
export async function showInView(content: Raw | Raw[], tables: Tables = {}, more: Context = {}): Promise<Shown> {
  const shown = await show(content, tables, more)
  class AlwaysIntersecting {
    constructor(readonly notify: (entries: { isIntersecting: boolean }[]) => void) {}
    observe() {
      this.notify([{ isIntersecting: true }])
    }
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', AlwaysIntersecting)
  onTestFinished(cleanup)
  return { ...shown, body: await showHydrated(content, tables, more) }
}

/** Mocks a window with all blocks far below it, until the end of the test. */
export function mockWindowView() {
  onTestFinished(() => {
    cleanup()
    vi.mocked(Element.prototype.getBoundingClientRect).mockRestore()
    vi.unstubAllGlobals()
  })
  return windowView(BELOW)
}

/** Renders and hydrates a page. The caller removes it from the document. */
export async function showHydrated(content: Raw | Raw[], tables: Tables = {}, more: Context = {}) {
  const { blocks } = prepareBlocks(content, tables, more)
  return (await renderHydrated(blocks)).container
}

function prepareBlocks(content: Raw | Raw[], tables: Tables, more: Context) {
  const { page, map, context, notes } = readPage([content].flat(), tables, more)
  const prepare = (rich: RichText) => prepareText(rich, context, page)
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
        prepareText: prepare,
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

/** Renders the property list on the page of a row. */
export function showProperties(row: string, database: Database, tables: Tables = {}): HTMLElement {
  const [block, all] = createDatabase(database, tables)
  const { map, context } = readPage([block], all, {})
  const collection = map.collection[createId('Things')]
  const found = map.block[createId(row)]
  if (collection === undefined || found === undefined) throw new Error(`There is no row ${row}`)
  const rows = Object.values(map.block).filter((each) => each.parent_id === collection.id)
  const prepare = (rich: RichText) => prepareText(rich, context)
  const properties = prepareProperties({ row: found, collection, rows, context, prepareText: prepare, now: NOW })
  return parseHtml(renderToString(<PropertyList properties={properties} />))
}

export async function showDatabase(database: Database, tables: Tables = {}): Promise<HTMLElement> {
  const [block, all] = createDatabase(database, tables)
  return (await show(block, all)).body
}

/** Renders a database, and returns the cell in the first row and the second column of its table. */
export async function renderCell(
  property: Record<string, unknown>,
  value: NonNullable<Raw['title']> | undefined,
  more: Database = {},
  tables: Tables = {},
): Promise<Element> {
  const values: Record<string, NonNullable<Raw['title']>> = value === undefined ? {} : { Value: value }
  const body = await showDatabase(
    { ...more, schema: { Value: property, ...more.schema }, rows: { Row: values, ...more.rows } },
    tables,
  )
  const cell = body.querySelector('tbody td')
  if (cell === null) throw new Error(`There is no cell in ${body.innerHTML}`)
  return cell
}

/** Returns the only element that matches. Throws if there is none, or more than one. */
export function findOne(body: Element, selector: string): HTMLElement {
  const found = body.querySelectorAll<HTMLElement>(selector)
  const [first] = found
  if (first === undefined || found.length > 1) {
    throw new Error(`${found.length} elements match ${selector} in ${body.innerHTML}`)
  }
  return first
}

export const listTexts = (body: Element, selector: string) =>
  [...body.querySelectorAll(selector)].map((each) => each.textContent)

export const listAttributes = (body: Element, selector: string, name: string) =>
  [...body.querySelectorAll(selector)].map((each) => each.getAttribute(name))

function parseHtml(html: string): HTMLElement {
  const element = document.createElement('div')
  element.innerHTML = html
  return element
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
    embeds: 'load',
    timeZone: 'UTC',
    locale: 'en',
    note: (message) => notes.push(message),
    ...more,
  }
  return { page, map, context, notes }
}
