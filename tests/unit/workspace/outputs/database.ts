import { createId } from '@/tests/support/records'
import { type Raw, stored } from '../maps'

const LAYOUTS = ['table', 'list', 'gallery', 'board'] as const

/** The words that only pages of rows show, those that only views show, and those of deleted options and properties, by their start. */
export const DATABASE_WORDS = { row: 'zr', view: 'zv', deleted: 'zd' } as const

/** Creates an inline database with two rows, which have values that the view, the page of the row, or neither shows. */
export function createDatabase(name: string, flags: number, createWord: (start?: string) => string) {
  const id = createId(`${name} collection`)
  const layout = LAYOUTS[flags % LAYOUTS.length] ?? 'table'
  // Words of databases need not be in the search and in the Markdown copy of the page.
  const create = () => createWord('za')
  const option = create()
  const { row, view, deleted } = DATABASE_WORDS
  const isMulti = flags % 3 === 0
  const schema = {
    title: { name: 'Name', type: 'title' },
    shown: { name: 'Shown', type: 'text' },
    row: { name: 'On the page of a row', type: 'text' },
    view: { name: 'In views', type: 'text' },
    choice: {
      name: 'Choice',
      type: isMulti ? 'multi_select' : 'select',
      options: [{ id: 'one', value: option }],
    },
  }
  const shown = ['title', 'shown', 'view', 'choice'].map((property) => ({ property, visible: true }))
  const columns = [...shown, { property: 'row', visible: false }]
  const rows = ['first', 'second'].map((nth) =>
    stored(`${name} ${nth}`, 'page', undefined, {
      ...{ parent_id: id, parent_table: 'collection' },
      content: [`${name} ${nth} text`],
      properties: {
        title: [[create()]],
        ...{ shown: [[create()]], row: [[createWord(row)]], view: [[createWord(view)]], gone: [[createWord(deleted)]] },
        choice: [[nth === 'first' ? option : [...(isMulti ? [option] : []), createWord(deleted)].join(',')]],
      },
    }),
  )
  const texts = ['first', 'second'].map((row) =>
    stored(`${name} ${row} text`, 'text', `${name} ${row}`, { properties: { title: [[create()]] } }),
  )
  const hidden = [{ property: 'view', visible: false }]
  const collection: Raw = {
    ...{ id, parent_id: createId(name), parent_table: 'block', name: [[create()]], description: [[create()]], schema },
    format: flags % 2 === 0 ? { collection_page_properties: hidden } : { property_visibility: [HIDE] },
  }
  const viewId = createId(`${name} view`)
  const format = { [`${layout}_properties`]: columns, ...(layout === 'board' && { board_columns_by: GROUP }) }
  return {
    block: { collection_id: id, view_ids: [viewId] },
    collection: [id, { value: collection }] as const,
    views: [[viewId, { value: { id: viewId, type: layout, name: create(), format } }] as const],
    rows: [...rows, ...texts],
  }
}

const HIDE = { property: 'view', visibility: 'hide' }
const GROUP = { property: 'choice', type: 'select' }
