import { toUuid } from '../../workspace/ids'
import { type Fields, isObject } from '../../workspace/values'
import { CallError } from '../errors'
import { createTables, hashFields, TABLES, type Tables } from '../tables'

/** Returns the record map of a response. Throws {@link CallError} if there is none, or if required blocks are missing. */
export function readTables(response: unknown, mayLackBlocks = false): Tables {
  const map = isObject(response) ? response.recordMap : undefined
  if (!isObject(map) || !(isObject(map.block) || mayLackBlocks)) {
    throw new CallError('broken', 'the response contains no blocks')
  }
  const tables = createTables()
  for (const name of TABLES) {
    const table = map[name]
    if (!isObject(table)) continue
    for (const key of Object.keys(table)) {
      const id = toUuid(key)
      if (id !== undefined) tables[name].set(id, table[key])
    }
  }
  return tables
}

/** Returns a stamp of a page's own block, which changes when the page is edited, moved or trashed. */
export function getStamp(block: Fields): string {
  const { last_edited_time, version, parent_id, parent_table, alive, type, properties, format, content } = block
  const fields = { last_edited_time, version, parent_id, parent_table, alive, type, properties, format, content }
  return hashFields(fields)
}
