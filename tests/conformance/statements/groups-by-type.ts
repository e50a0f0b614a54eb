import { expect } from 'vitest'
import { idOf } from '../../support/records'
import { type Row, rowsFor, type Section } from '../row'
import type { Database, Raw, Tables } from '../support/maps'
import { showDatabase, texts } from '../support/show'

type Value = NonNullable<Raw['title']>

const mention = (...format: unknown[]): [string, unknown[]] => ['‣', [format]]
const options = [{ id: '1', value: 'one', color: 'red' }]
const stamped = { created_by_id: idOf('Ada'), last_edited_by_id: idOf('Ada') }
const users: Tables = { notion_user: { Ada: { id: idOf('Ada'), given_name: 'Ada', family_name: 'Lovelace' } } }

/** Views in which groups lie one below the other, each with what holds a row in it. */
const VIEWS = { table: 'tbody tr', list: '.collection-list > li', gallery: '.card' }

/** A table, a list and a gallery of one row, grouped by a property of a type: all head its group with the same word. */
function grouped(type: string, value: Value | undefined, label: string, property: object = {}): Omit<Row, 'id'> {
  return {
    says: `A table, list or gallery may be grouped by a property of the type ${type}.`,
    holds: async () => {
      for (const [view, row] of Object.entries(VIEWS)) {
        const body = await showDatabase(databaseBy(view, type, value, property), tablesWith(value))
        const group = [...body.querySelectorAll('details.collection-group')].find((each) => each.querySelector(row))
        expect(group?.querySelector('.group-label')?.textContent, view).toBe(label)
        expect(group && texts(group, '.row-title'), view).toEqual(['Row'])
        expect(group?.querySelector('.collection-count')?.textContent, view).toBe('1')
      }
    },
  }
}

function databaseBy(view: string, type: string, value: Value | undefined, property: object): Database {
  const by = type === 'title' ? 'title' : 'By'
  return {
    schema: { ...(type !== 'title' && { By: { type, ...property } }), Cost: { type: 'number' } },
    rows: { Row: value === undefined ? {} : { By: value } },
    views: [{ type: view, format: { collection_group_by: { property: by, type, groupBy: 'day' } } }],
  }
}

/** The row has who made it, and a related row lies outside of the database. */
function tablesWith(value: Value | undefined): Tables {
  const row = { type: 'page', parent: 'Things', table: 'collection', title: 'Row', more: stamped }
  const properties = value === undefined ? undefined : { By: value }
  return { ...users, block: { Row: { ...row, properties }, Other: { type: 'page', title: 'Other' } } }
}

const number = (value: string) => ({ type: 'constant', value, value_type: 'number', result_type: 'number' })

export const GROUPS_BY_TYPE: Section = {
  name: 'Groups by each type of property',
  rows: rowsFor({
    title: grouped('title', undefined, 'Row'),
    text: grouped('text', 'some words', 'some words'),
    number: grouped('number', '0', '$0.00', { number_format: 'dollar' }),
    select: grouped('select', 'one', 'one', { options }),
    status: grouped('status', 'one', 'one', { options }),
    multi_select: grouped('multi_select', 'one', 'one', { options }),
    date: grouped('date', [mention('d', { type: 'date', start_date: '2024-02-03' })], 'Feb 3, 2024'),
    person: grouped('person', [mention('u', idOf('Ada'))], 'Ada Lovelace'),
    file: grouped('file', [['a.pdf', [['a', 'https://example.com/a.pdf']]]], 'a.pdf'),
    checkbox: grouped('checkbox', 'Yes', 'Checked'),
    'checkbox, unchecked': grouped('checkbox', undefined, 'Unchecked'),
    url: grouped('url', 'https://example.com/', 'https://example.com/'),
    email: grouped('email', 'ada@example.com', 'ada@example.com'),
    phone_number: grouped('phone_number', '+1 555 0100', '+1 555 0100'),
    formula: grouped('formula', undefined, '3', { formula: number('3') }),
    relation: grouped('relation', [mention('p', idOf('Other'))], 'Other', { collection_id: idOf('Others') }),
    created_time: grouped('created_time', undefined, 'Jan 2, 2024'),
    last_edited_time: grouped('last_edited_time', undefined, 'Feb 3, 2024'),
    created_by: grouped('created_by', undefined, 'Ada Lovelace'),
    last_edited_by: grouped('last_edited_by', undefined, 'Ada Lovelace'),
    auto_increment_id: grouped('auto_increment_id', '7', 'CASE-7', { prefix: 'CASE' }),
    'no value': grouped('select', undefined, 'No By', { options }),
    'unknown type': grouped('hologram', 'a', 'a'),
  }),
}
