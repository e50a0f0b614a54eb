import { expect } from 'vitest'
import { createId } from '../../support/records'
import { createRows, type Row, type Section } from '../row'
import type { Database, Raw, Tables } from '../support/maps'
import { listTexts, showDatabase } from '../support/show'

type Value = NonNullable<Raw['title']>

const createMention = (...format: unknown[]): [string, unknown[]] => ['‣', [format]]
const options = [{ id: '1', value: 'one', color: 'red' }]
const stamped = { created_by_id: createId('Ada'), last_edited_by_id: createId('Ada') }
const users: Tables = { notion_user: { Ada: { id: createId('Ada'), given_name: 'Ada', family_name: 'Lovelace' } } }

/** View types with vertical groups, and the selector of a row in each. */
const VIEWS = { table: 'tbody tr', list: '.collection-list > li', gallery: '.card' }

/** Creates a row that groups a table, a list and a gallery of one row by a property, and expects the same label in all. */
function checkGrouping(type: string, value: Value | undefined, label: string, property: object = {}): Omit<Row, 'id'> {
  return {
    statement: `A table, list or gallery may be grouped by a property of the type ${type}.`,
    check: async () => {
      for (const [view, row] of Object.entries(VIEWS)) {
        const body = await showDatabase(createDatabase(view, type, value, property), createTables(value))
        const group = [...body.querySelectorAll('details.collection-group')].find((each) => each.querySelector(row))
        expect(group?.querySelector('.group-label')?.textContent, view).toBe(label)
        expect(group && listTexts(group, '.row-title'), view).toEqual(['Row'])
        expect(group?.querySelector('.collection-count')?.textContent, view).toBe('1')
      }
    },
  }
}

function createDatabase(view: string, type: string, value: Value | undefined, property: object): Database {
  const by = type === 'title' ? 'title' : 'By'
  return {
    schema: { ...(type !== 'title' && { By: { type, ...property } }), Cost: { type: 'number' } },
    rows: { Row: value === undefined ? {} : { By: value } },
    views: [{ type: view, format: { collection_group_by: { property: by, type, groupBy: 'day' } } }],
  }
}

/** Creates tables with the row, which has an author, and a related page outside the database. */
function createTables(value: Value | undefined): Tables {
  const row = { type: 'page', parent: 'Things', table: 'collection', title: 'Row', more: stamped }
  const properties = value === undefined ? undefined : { By: value }
  return { ...users, block: { Row: { ...row, properties }, Other: { type: 'page', title: 'Other' } } }
}

const createNumber = (value: string) => ({ type: 'constant', value, value_type: 'number', result_type: 'number' })

export const GROUPS_BY_TYPE: Section = {
  name: 'Groups by each type of property',
  rows: createRows({
    title: checkGrouping('title', undefined, 'Row'),
    text: checkGrouping('text', 'some words', 'some words'),
    number: checkGrouping('number', '0', '$0.00', { number_format: 'dollar' }),
    select: checkGrouping('select', 'one', 'one', { options }),
    status: checkGrouping('status', 'one', 'one', { options }),
    multi_select: checkGrouping('multi_select', 'one', 'one', { options }),
    date: checkGrouping('date', [createMention('d', { type: 'date', start_date: '2024-02-03' })], 'Feb 3, 2024'),
    person: checkGrouping('person', [createMention('u', createId('Ada'))], 'Ada Lovelace'),
    file: checkGrouping('file', [['a.pdf', [['a', 'https://example.com/a.pdf']]]], 'a.pdf'),
    checkbox: checkGrouping('checkbox', 'Yes', 'Checked'),
    'checkbox, unchecked': checkGrouping('checkbox', undefined, 'Unchecked'),
    url: checkGrouping('url', 'https://example.com/', 'https://example.com/'),
    email: checkGrouping('email', 'ada@example.com', 'ada@example.com'),
    phone_number: checkGrouping('phone_number', '+1 555 0100', '+1 555 0100'),
    formula: checkGrouping('formula', undefined, '3', { formula: createNumber('3') }),
    relation: checkGrouping('relation', [createMention('p', createId('Other'))], 'Other', {
      collection_id: createId('Others'),
    }),
    created_time: checkGrouping('created_time', undefined, 'Jan 2, 2024'),
    last_edited_time: checkGrouping('last_edited_time', undefined, 'Feb 3, 2024'),
    created_by: checkGrouping('created_by', undefined, 'Ada Lovelace'),
    last_edited_by: checkGrouping('last_edited_by', undefined, 'Ada Lovelace'),
    auto_increment_id: checkGrouping('auto_increment_id', '7', 'CASE-7', { prefix: 'CASE' }),
    'no value': checkGrouping('select', undefined, 'No By', { options }),
    'unknown type': checkGrouping('hologram', 'a', 'a'),
  }),
}
