import { type EditorSettingTexts, findEditorSetting } from '../../branding/editor-settings'
import { parseLanguageTag } from '../../language-tags'
import { getNotionUrl } from '../ids'
import type { Block, Id, RichText } from '../record-map'
import { collectPageIds, toPlainText } from '../text'
import { isAccessTable } from './access-table'
import { findHeadedRows, findHeadedTable, getColumnKeys, type HeadedRow } from './headed-table'
import { isLayoutTable, isNavigationTable, isSeoTable } from './page-tables'

type Blocks = Readonly<Record<Id, Block>>

/** Whether a block is a table that sets something for the site, which is never shown. */
export function isSiteTable(block: Block, blocks: Blocks): boolean {
  if (block.type !== 'table') return false
  const isLookTable = Object.keys(readLookTable(block, blocks)).length > 0
  const isLanguagesTable = readLanguagesTable(block, blocks).length > 0
  const isAuthorsTable = readAuthorsTable(block, blocks).length > 0
  const isRedirectsTable = readRedirectsTable(block, blocks).length > 0
  if (isLookTable || isLanguagesTable || isAuthorsTable || isRedirectsTable) return true
  if (isNavigationTable(block, blocks) || isLayoutTable(block, blocks)) return true
  return isSeoTable(block, blocks) || isAccessTable(block, blocks)
}

/** Whether a block is a `Look` table that sets whether the rows of databases are posts. It counts on any page. */
export const isPostsTable = (block: Block, blocks: Blocks): boolean => readLookTable(block, blocks).posts !== undefined

/** Returns the values in the rows of a `Look` table, as an editor wrote them. The first row of each setting is used. */
export function readLookTable(block: Block, blocks: Blocks): EditorSettingTexts {
  const found: EditorSettingTexts = {}
  for (const row of findHeadedRows('look', block, blocks)) {
    const name = findSetting(row)
    if (name === undefined) continue
    const text = readValue(row.cell, name)
    if (text !== '') found[name] ??= text
  }
  return found
}

/** The largest numbers of unknown rows that are reported, and of characters of their names. */
const MAX_UNKNOWN_ROWS = 20
const MAX_NAME_LENGTH = 60

/** Returns the names of rows of a `Look` table that set nothing. */
export function readUnknownLookTableRows(block: Block, blocks: Blocks): string[] {
  const unknown = findHeadedRows('look', block, blocks).flatMap((row) => {
    const name = row.others.map(readText).find((text) => text !== '')
    return name === undefined || row.text === '' || findSetting(row) !== undefined ? [] : [name]
  })
  return [...new Set(unknown)].slice(0, MAX_UNKNOWN_ROWS).map((name) => name.slice(0, MAX_NAME_LENGTH))
}

const findSetting = ({ others }: HeadedRow) =>
  others.map((cell) => findEditorSetting(readText(cell))).find((name) => name !== undefined)

/** Returns the text of a value. Editors also mention a page, or link words to an address. */
function readValue(cell: RichText, name: keyof EditorSettingTexts): string {
  if (name === 'notFoundPage') {
    const [page] = collectPageIds(cell)
    if (page !== undefined) return getNotionUrl(page)
  }
  return name === 'social' ? cell.map(readAddress).join(' ').trim() : readText(cell)
}

/** Returns the address to which a part of a text leads, or else the part. */
function readAddress([text, formats = []]: RichText[number]): string {
  const link = formats.find(([kind]) => kind === 'a')?.[1]
  return typeof link === 'string' ? link : text
}

/** A row of a `Languages` table as an editor wrote it. It may be invalid. */
export interface LanguageRow {
  /** The tag of the language. */
  tag: string
  /** The home page of the language, which the row mentions or links to. */
  page?: Id
}

/** Returns the rows of a `Languages` table; none if the block is another table, such as a list of programming languages. */
export function readLanguagesTable(block: Block, blocks: Blocks): LanguageRow[] {
  const rows = findHeadedRows('languages', block, blocks).flatMap(({ text, others }): LanguageRow[] => {
    const [page] = others.flatMap(collectPageIds)
    return text === '' && page === undefined ? [] : [{ tag: text, page }]
  })
  return rows.some(({ tag, page }) => page !== undefined && parseLanguageTag(tag) !== undefined) ? rows : []
}

/** A row of an `Authors` table as an editor wrote it. */
export interface AuthorRow {
  name: string
  /** The address of a picture. It may be invalid. */
  picture: string
  about: string
}

const AUTHOR_HEADINGS = {
  picture: ['picture', 'photo', '图片', '头像', '照片'],
  about: ['about', 'bio', '简介'],
} as const

/** Returns the rows of a table with the headings `Authors` and `Picture`; none if the block is another table, such as a list of authors. */
export function readAuthorsTable(block: Block, blocks: Blocks): AuthorRow[] {
  const table = findHeadedTable('authors', block, blocks)
  if (table === undefined) return []
  const { column, header, rows } = table
  const findColumn = (headings: readonly string[]) =>
    Object.keys(header.properties).find((key) => headings.includes(readText(header.properties[key]).toLowerCase()))
  const [picture, about] = [findColumn(AUTHOR_HEADINGS.picture), findColumn(AUTHOR_HEADINGS.about)]
  if (picture === undefined) return []
  return rows.flatMap(({ properties }) => {
    const name = readText(properties[column])
    const row = { name, picture: readText(properties[picture]), about: readText(properties[about ?? '']) }
    return name === '' ? [] : [row]
  })
}

/** A row of a `Redirects` table as an editor wrote it. It may be invalid. */
export interface RedirectRow {
  from: string
  to: string
  /** The page that the target mentions or links to. */
  page?: Id
  /** The status of its response, 308 if undefined. A row with 410 has no target. */
  status?: 301 | 302 | 307 | 410
  /** Why its cells are no redirect. `source`: the first cell is empty. `status`: it is unknown, or one of several. `gone`: 410 beside a target. */
  fault?: 'source' | 'status' | 'gone'
}

/** The statuses of redirects, by the texts of the cell that chooses one. */
const STATUSES: ReadonlyMap<string, 308 | NonNullable<RedirectRow['status']>> = new Map([
  ...['permanent', '308', '永久'].map((text) => [text, 308] as const),
  ['301', 301],
  ['302', 302],
  ...['temporary', '307', '临时', '暂时'].map((text) => [text, 307] as const),
  ...['gone', '410', '已删除'].map((text) => [text, 410] as const),
])
/** Sorts the columns by their headings: `from` is the first and `to` the last, wherever the table has them. */
const RANKS: Readonly<Record<string, number>> = { from: 0, to: 2 }

/** Returns the rows of a `Redirects` table: two cells for the addresses, and optionally one for the status. */
export function readRedirectsTable(block: Block, blocks: Blocks): RedirectRow[] {
  const known = readTables.get(block)
  if (known?.blocks === blocks) return known.rows
  const rows = readRedirectRows(block, blocks)
  readTables.set(block, { blocks, rows })
  return rows
}

/** Whether a table is one of redirects is asked several times, and such tables are the longest. */
const readTables = new WeakMap<Block, { blocks: Blocks; rows: RedirectRow[] }>()

function readRedirectRows(block: Block, blocks: Blocks): RedirectRow[] {
  const table = findHeadedTable('redirects', block, blocks)
  if (table === undefined) return []
  const { column, header, rows } = table
  const rank = (key: string) => RANKS[readText(header.properties[key]).toLowerCase()] ?? 1
  const keys = getColumnKeys(block, rows).sort((a, b) => rank(a) - rank(b))
  const source = keys.find((key) => rank(key) === RANKS.from) ?? column
  return rows.flatMap((row): RedirectRow[] => {
    const cells = keys.map((key) => row.properties[key] ?? []).filter(isFilled)
    const statuses = cells.flatMap((cell) => readStatus(cell) ?? [])
    const [from, to = [], ...more] = cells.filter((cell) => readStatus(cell) === undefined)
    if (from === undefined) return []
    // The table may have the column of the status before the addresses.
    if (!isFilled(to) && !isFilled(row.properties[source] ?? [])) {
      return [{ from: '', to: readText(from), fault: 'source' }]
    }
    const [status = 308] = statuses
    const hasWrongStatus = more.length > 0 || statuses.length > 1
    // Which of several cells is the target is unknown.
    const [page] = hasWrongStatus ? [] : collectPageIds(to)
    const fault = hasWrongStatus ? 'status' : status === 410 && isFilled(to) ? 'gone' : undefined
    return [
      {
        from: readText(from),
        to: hasWrongStatus ? '' : readText(to),
        ...(page !== undefined && { page }),
        ...(status !== 308 && { status }),
        ...(fault !== undefined && { fault }),
      },
    ]
  })
}

const readText = (cell: RichText = []) => toPlainText(cell).trim()
const isFilled = (cell: RichText) => readText(cell) !== '' || collectPageIds(cell).length > 0
const readStatus = (cell: RichText) => STATUSES.get(readText(cell).toLowerCase())
