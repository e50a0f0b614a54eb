import { MAX_TITLE_LENGTH } from '../../branding/site-settings'
import { parsePageLayout } from '../page-layout'
import { findSeoName, readSeoValue, SEO_NAMES, type SeoTexts } from '../page-seo'
import type { Block, Id, RichText } from '../record-map'
import { collectPageIds, toPlainText } from '../text'
import { findHeadedRows, findHeadedTable, findTableRows, readCell } from './headed-table'

type Blocks = Readonly<Record<Id, Block>>

/** A row of a `Navigation` table as an editor wrote it. It may be invalid. */
export interface NavigationRow {
  title: string
  /** The address of the link; empty if the row names a page. */
  to: string
  /** The page that the row mentions or links to. */
  page?: Id
  /** The menu or the column of the footer that contains the link; empty if it stands alone. */
  group: string
  isInFooter?: true
}

/** Further columns of a `Navigation` table, by their headings. */
const HEADINGS = {
  link: ['link', 'links to', 'address', 'url', '链接', '連結'],
  group: ['group', 'menu', 'column', '分组', '分組', '菜单'],
  place: ['place', 'where', '位置'],
} as const
const FOOTER: ReadonlySet<string> = new Set(['footer', '页脚', '頁尾'])
/** The largest number of rows of all `Navigation` tables of a page. Every page of the site contains their links. */
const MAX_ROWS = 100
/** The maximum number of pages in a cell of translations that are read. */
const MAX_TRANSLATIONS = 50

/** Whether a block is a `Navigation` table. */
export const isNavigationTable = (block: Block, blocks: Blocks): boolean =>
  readNavigationTable(block, blocks).length > 0

/** Returns the rows of the `Navigation` tables among blocks. */
export const readNavigationTables = (tables: readonly Block[], blocks: Blocks): NavigationRow[] =>
  tables.flatMap((table) => readNavigationTable(table, blocks)).slice(0, MAX_ROWS)

/** Returns the rows of a table with the headings `Navigation` and `Link`; none if the block is another table. */
export function readNavigationTable(block: Block, blocks: Blocks): NavigationRow[] {
  const table = findHeadedTable('navigation', block, blocks)
  if (table === undefined) return []
  const { column, header, rows } = table
  const findColumn = (headings: readonly string[]) =>
    Object.keys(header.properties).find((key) => headings.includes(readText(header.properties[key]).toLowerCase()))
  const [link, group, place] = [HEADINGS.link, HEADINGS.group, HEADINGS.place].map(findColumn)
  if (link === undefined) return []
  return rows.slice(0, MAX_ROWS).flatMap(({ properties }): NavigationRow[] => {
    const [name, target] = [properties[column] ?? [], properties[link] ?? []]
    const [page] = [...collectPageIds(target), ...collectPageIds(name)]
    const title = readTitle(name)
    const to = page === undefined ? findAddress(target) : ''
    if (title === '' && to === '' && page === undefined) return []
    return [
      {
        title,
        to,
        ...(page !== undefined && { page }),
        group: readTitle(properties[group ?? '']),
        ...(FOOTER.has(readText(properties[place ?? '']).toLowerCase()) && { isInFooter: true }),
      },
    ]
  })
}

/** Returns the address to which the words of a cell lead, or else its text. */
function findAddress(cell: RichText): string {
  for (const [, formats = []] of cell) {
    const link = formats.find(([kind]) => kind === 'a')?.[1]
    if (typeof link === 'string') return link
  }
  return readText(cell)
}

/** Whether a block is a table of pages and their layouts. */
export const isLayoutTable = (block: Block, blocks: Blocks): boolean =>
  [...readLayoutTable(block, blocks).values()].some((text) => parsePageLayout(text) !== undefined)

/** Returns the text of the column `Layout` for each page that the rows mention or link to. The column may be part of another table. */
export function readLayoutTable(block: Block, blocks: Blocks): Map<Id, string> {
  const found = new Map<Id, string>()
  for (const { others, text } of findHeadedRows('layout', block, blocks)) {
    if (text === '') continue
    for (const id of others.flatMap(collectPageIds)) if (!found.has(id)) found.set(id, text)
  }
  return found
}

/** What a table on a home page sets of a page for search engines. It may be invalid. */
export interface SeoRow extends SeoTexts {
  /** The pages that have the same content in other languages. */
  translations?: Id[]
}

/** The heading of a column of translations. */
const TRANSLATIONS: ReadonlySet<string> = new Set(['translation', 'translations', '翻译', '译文'])

/**
 * Whether a block is a table of pages and what it sets of them for search engines. A table that has only a column of translations may be
 * meant for readers.
 */
export const isSeoTable = (block: Block, blocks: Blocks): boolean =>
  [...readSeoTable(block, blocks).values()].some((row) => SEO_NAMES.some((name) => row[name] !== undefined))

/**
 * Returns the texts of the columns for search engines, for each page that the other columns mention or link to. The columns may be part of
 * another table. Of several rows with the same page, the first value of each column counts.
 */
export function readSeoTable(block: Block, blocks: Blocks): Map<Id, SeoRow> {
  const found = new Map<Id, SeoRow>()
  const { header, rows } = findTableRows(block, blocks) ?? { rows: [] }
  if (header === undefined) return found
  const columns = Object.keys(header.properties).flatMap((column) => {
    const heading = readCell(header, column)
    const name = TRANSLATIONS.has(heading.toLowerCase()) ? ('translations' as const) : findSeoName(heading)
    return name === undefined ? [] : [{ column, name }]
  })
  if (columns.length === 0) return found
  const named = new Set(columns.map(({ column }) => column))
  for (const { properties } of rows) {
    const row: SeoRow = {}
    for (const { column, name } of columns) {
      const cell = properties[column] ?? []
      if (name === 'translations') {
        const pages = collectPageIds(cell).slice(0, MAX_TRANSLATIONS)
        if (pages.length > 0) row.translations ??= pages
      } else {
        const text = readSeoValue(name, cell)
        if (text !== '') row[name] ??= text
      }
    }
    if (Object.keys(row).length === 0) continue
    const others = Object.entries(properties).flatMap(([column, cell]) => (named.has(column) ? [] : [cell]))
    for (const id of others.flatMap(collectPageIds)) found.set(id, { ...row, ...found.get(id) })
  }
  return found
}

const readTitle = (cell: RichText | undefined) => [...readText(cell)].slice(0, MAX_TITLE_LENGTH).join('')

const readText = (cell: RichText = []) => toPlainText(cell).trim()
