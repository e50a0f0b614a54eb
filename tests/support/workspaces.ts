import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createFolder } from './site'

const TABLES = ['block', 'collection', 'collection_view', 'notion_user', 'space']

type Entries = Record<string, { value?: unknown; role?: unknown }>

/** Converts a record map from the older nesting (`{role, value}`) to the newer one (`{spaceId, value: {value, role}}`). */
export function wrapNesting(map: Record<string, unknown>): Record<string, unknown> {
  const wrapped = { ...map }
  for (const table of TABLES) {
    const entries = map[table] as Entries | undefined
    if (entries === undefined) continue
    wrapped[table] = Object.fromEntries(
      Object.entries(entries).map(([id, { value, role }]) => [id, { spaceId: 'space', value: { value, role } }]),
    )
  }
  return wrapped
}

/** Copies a folder of record maps into a temporary folder. `change` converts each map. */
export function copyWorkspace(dir: string, change?: (map: Record<string, unknown>) => unknown): string {
  const copy = createFolder('workspace')
  if (change === undefined) {
    cpSync(dir, copy, { recursive: true })
    return copy
  }
  mkdirSync(copy, { recursive: true })
  for (const name of readdirSync(dir).filter((each) => each.endsWith('.json'))) {
    const map = JSON.parse(readFileSync(path.join(dir, name), 'utf8')) as Record<string, unknown>
    writeFileSync(path.join(copy, name), JSON.stringify(change(map)))
  }
  return copy
}

/** A page of a small workspace: its text, and its child pages by id. */
export interface SimplePage {
  id: string
  title: string
  parent?: string
  text: string
  children?: string[]
  /** The id of a page that a table headed `Access` restricts to members. */
  forMembers?: string
}

/** Returns the blocks of a table that restricts a page to members, the table first. */
function createAccessTable(parent: string, page: string) {
  const [table, ...rows] = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc'].map((start) => parent.replace(/^.{8}/, start))
  const cells = [
    { page: [['Page']], access: [['Access']] },
    { page: [['‣', [['p', page]]]], access: [['Members']] },
  ]
  return [
    {
      id: table ?? '',
      type: 'table',
      parent_id: parent,
      parent_table: 'block',
      format: { table_block_column_order: ['page', 'access'], table_block_column_header: true },
      content: rows,
    },
    ...rows.map((id, at) => ({
      id,
      type: 'table_row',
      parent_id: table ?? '',
      parent_table: 'block',
      properties: cells[at],
    })),
  ]
}

/** Writes a page into a file that is named by its id. Returns the path of the file. */
export function writePage(dir: string, { id, title, parent, text, children = [], forMembers }: SimplePage): string {
  const textId = id.replace(/^.{8}/, 'eeeeeeee')
  const table = forMembers === undefined ? [] : createAccessTable(id, forMembers)
  const blocks = [
    {
      id,
      type: 'page',
      parent_id: parent ?? 'f0000000-0000-4000-8000-000000000000',
      parent_table: parent === undefined ? 'space' : 'block',
      properties: { title: [[title]] },
      content: [textId, ...table.slice(0, 1).map((block) => block.id), ...children],
    },
    { id: textId, type: 'text', parent_id: id, parent_table: 'block', properties: { title: [[text]] } },
    ...table,
    ...children.map((child) => ({ id: child, type: 'page', parent_id: id, parent_table: 'block' })),
  ]
  const block = Object.fromEntries(blocks.map((each) => [each.id, { role: 'reader', value: { alive: true, ...each } }]))
  const file = path.join(dir, `${id}.json`)
  writeFileSync(
    file,
    JSON.stringify({ block, collection: {}, collection_view: {}, collection_query: {}, notion_user: {} }),
  )
  return file
}
