import type { Block, Id, RichText } from '../record-map'
import { toPlainText } from '../text'
import { findHeadedTable } from './headed-table'

/** A row of an `Authors` table as an editor wrote it. */
export interface AuthorRow {
  name: string
  /** The address of a picture. It may be invalid. */
  picture: string
  about: string
}

const HEADINGS = { picture: ['picture', 'photo', '图片', '头像', '照片'], about: ['about', 'bio', '简介'] } as const

/** Returns the rows of a table with the headings `Authors` and `Picture`; none if the block is another table, such as a list of authors. */
export function readAuthorsTable(block: Block, blocks: Readonly<Record<Id, Block>>): AuthorRow[] {
  const table = findHeadedTable('authors', block, blocks)
  if (table === undefined) return []
  const { column, header, rows } = table
  const findColumn = (headings: readonly string[]) =>
    Object.keys(header.properties).find((key) => headings.includes(readText(header.properties[key]).toLowerCase()))
  const [picture, about] = [findColumn(HEADINGS.picture), findColumn(HEADINGS.about)]
  if (picture === undefined) return []
  return rows.flatMap(({ properties }) => {
    const name = readText(properties[column])
    const row = { name, picture: readText(properties[picture]), about: readText(properties[about ?? '']) }
    return name === '' ? [] : [row]
  })
}

const readText = (cell: RichText = []) => toPlainText(cell).trim()
