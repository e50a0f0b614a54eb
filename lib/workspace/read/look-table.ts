import { EDITOR_SETTING_NAMES, type EditorSettingTexts } from '../../branding/editor-settings'
import type { Block, Id } from '../record-map'
import { toPlainText } from '../text'
import { isAccessTable } from './access-table'
import { readAuthorsTable } from './authors-table'
import { findHeadedRows } from './headed-table'
import { readLanguagesTable } from './languages-table'
import { isRedirectsTable } from './redirects-table'

type Blocks = Readonly<Record<Id, Block>>

/** Whether a block is a table that sets something for the site, which is never shown. */
export function isSiteTable(block: Block, blocks: Blocks): boolean {
  if (block.type !== 'table') return false
  const isLookTable = Object.keys(readLookTable(block, blocks)).length > 0
  const isLanguagesTable = readLanguagesTable(block, blocks).length > 0
  const isAuthorsTable = readAuthorsTable(block, blocks).length > 0
  const isListOfPages = isAccessTable(block, blocks) || isRedirectsTable(block, blocks)
  return isLookTable || isLanguagesTable || isAuthorsTable || isListOfPages
}

/** Whether a block is a `Look` table that sets whether the rows of databases are posts. It counts on any page. */
export const isPostsTable = (block: Block, blocks: Blocks): boolean => readLookTable(block, blocks).posts !== undefined

/** Returns the values in the rows of a `Look` table, as an editor wrote them. The first row of each setting is used. */
export function readLookTable(block: Block, blocks: Blocks): EditorSettingTexts {
  const found: EditorSettingTexts = {}
  for (const { others, text } of findHeadedRows('look', block, blocks)) {
    const cells = others.map((cell) => toPlainText(cell).trim().toLowerCase())
    const name = EDITOR_SETTING_NAMES.find((each) => cells.includes(each))
    if (name !== undefined && text !== '') found[name] ??= text
  }
  return found
}
