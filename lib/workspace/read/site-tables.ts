import { EDITOR_SETTING_NAMES, type EditorSettingTexts } from '../../branding/editor-settings'
import { parseLanguageTag } from '../../language-tags'
import type { Block, Id, RichText } from '../record-map'
import { collectPageIds, toPlainText } from '../text'
import { isAccessTable } from './access-table'
import { findHeadedRows, findHeadedTable, getColumnKeys } from './headed-table'

type Blocks = Readonly<Record<Id, Block>>

/** Whether a block is a table that sets something for the site, which is never shown. */
export function isSiteTable(block: Block, blocks: Blocks): boolean {
  if (block.type !== 'table') return false
  const isLookTable = Object.keys(readLookTable(block, blocks)).length > 0
  const isLanguagesTable = readLanguagesTable(block, blocks).length > 0
  const isAuthorsTable = readAuthorsTable(block, blocks).length > 0
  const isRedirectsTable = readRedirectsTable(block, blocks).length > 0
  return isLookTable || isLanguagesTable || isAuthorsTable || isRedirectsTable || isAccessTable(block, blocks)
}

/** Whether a block is a `Look` table that sets whether the rows of databases are posts. It counts on any page. */
export const isPostsTable = (block: Block, blocks: Blocks): boolean => readLookTable(block, blocks).posts !== undefined

/** Returns the values in the rows of a `Look` table, as an editor wrote them. The first row of each setting is used. */
export function readLookTable(block: Block, blocks: Blocks): EditorSettingTexts {
  const found: EditorSettingTexts = {}
  for (const { others, text } of findHeadedRows('look', block, blocks)) {
    const cells = others.map((cell) => readText(cell).toLowerCase())
    const name = EDITOR_SETTING_NAMES.find((each) => cells.includes(each))
    if (name !== undefined && text !== '') found[name] ??= text
  }
  return found
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
  isTemporary?: true
}

/** The texts of the cell that chooses the kind of a redirect. The values are whether it is temporary. */
const KINDS: ReadonlyMap<string, boolean> = new Map([
  ...['permanent', '301', '308', '永久'].map((text) => [text, false] as const),
  ...['temporary', '302', '307', '临时', '暂时'].map((text) => [text, true] as const),
])
/** Sorts the columns by their headings: `from` is the first and `to` the last, wherever the table has them. */
const RANKS: Readonly<Record<string, number>> = { from: 0, to: 2 }

/** Returns the rows of a `Redirects` table: two cells for the addresses, and optionally one for the kind. */
export function readRedirectsTable(block: Block, blocks: Blocks): RedirectRow[] {
  const table = findHeadedTable('redirects', block, blocks)
  if (table === undefined) return []
  const { header, rows } = table
  const rank = (key: string) => RANKS[readText(header.properties[key]).toLowerCase()] ?? 1
  const keys = getColumnKeys(block, rows).sort((a, b) => rank(a) - rank(b))
  return rows.flatMap((row) => {
    const cells = keys.map((key) => row.properties[key] ?? []).filter(isFilled)
    const kinds = cells.filter(isKind)
    const [from, to, ...more] = cells.filter((cell) => !isKind(cell))
    if (from === undefined) return []
    // A row with too few or too many cells has no target.
    const isUsable = to !== undefined && more.length === 0 && kinds.length < 2
    const [page] = isUsable ? collectPageIds(to) : []
    return [
      {
        from: readText(from),
        to: isUsable ? readText(to) : '',
        ...(page !== undefined && { page }),
        ...(kinds.some((kind) => KINDS.get(readText(kind).toLowerCase())) && { isTemporary: true }),
      },
    ]
  })
}

const readText = (cell: RichText = []) => toPlainText(cell).trim()
const isFilled = (cell: RichText) => readText(cell) !== '' || collectPageIds(cell).length > 0
const isKind = (cell: RichText) => KINDS.has(readText(cell).toLowerCase())
