import type { Names } from '@/lib/workspace/property-values'
import type { Block, CollectionView, PropertySchema, RichText } from '@/lib/workspace/record-map'
import { createId, row } from '@/tests/support/records'

/** A Saturday. */
export const NOW = Date.parse('2024-06-15T12:00:00Z')
export const names: Names = {
  userName: (id) => ({ [createId('Ada')]: 'Ada', [createId('Bo')]: 'Bo' })[id],
  isListed: () => true,
  pageTitle: (id) => ({ [createId('Paris')]: 'Paris', [createId('Rome')]: 'Rome' })[id],
  locale: 'en',
  timeZone: 'UTC',
}

export const SCHEMA: Record<string, PropertySchema> = {
  title: { name: 'Name', type: 'title' },
  text: { name: 'Text', type: 'text' },
  number: { name: 'Number', type: 'number' },
  select: { name: 'Select', type: 'select', options: createOptions('low', 'mid', 'high, very') },
  status: {
    name: 'Status',
    type: 'status',
    options: createOptions('Idea', 'Writing', 'Done'),
    more: {
      groups: [
        { id: 'g1', name: 'To-do', optionIds: ['Idea'] },
        { id: 'g2', name: 'Open', optionIds: ['Idea', 'Writing'] },
      ],
    },
  },
  tags: { name: 'Tags', type: 'multi_select', options: createOptions('a', 'b', 'c, d') },
  date: { name: 'Date', type: 'date' },
  made: { name: 'Made', type: 'created_time' },
  person: { name: 'Person', type: 'person' },
  relation: { name: 'City', type: 'relation' },
  file: { name: 'File', type: 'file' },
  tick: { name: 'Tick', type: 'checkbox' },
  url: { name: 'Address', type: 'url' },
  ticket: { name: 'Ticket', type: 'auto_increment_id', more: { prefix: 'T1' } },
  unshared: { name: 'Unshared', type: 'relation', more: { unshared: true } },
  double: {
    name: 'Double',
    type: 'formula',
    more: {
      formula: {
        type: 'operator',
        name: 'multiply',
        args: [
          { type: 'property', id: 'number', result_type: 'number' },
          { type: 'constant', value: '2', result_type: 'number' },
        ],
      },
    },
  },
}

function createOptions(...values: string[]) {
  return values.map((value) => ({ id: value, value }))
}

export const createPeople = (...names: string[]): RichText => names.map((name) => ['‣', [['u', createId(name)]]])
export const createPages = (...names: string[]): RichText => names.map((name) => ['‣', [['p', createId(name)]]])

/** Creates a row with the given name and values by property id. A string becomes plain text. */
export function createRow(name: string, values: Record<string, string | RichText>, created = 0): Block {
  return row(name, 'Things', values, { block: { created_time: created, properties: toText(name, values) } }).block
}

function toText(name: string, values: Record<string, string | RichText>): Record<string, RichText> {
  const entries = Object.entries({ title: name, ...values })
  return Object.fromEntries(
    entries.map(([key, value]): [string, RichText] => [key, typeof value === 'string' ? [[value]] : value]),
  )
}

/** Creates a table view with the given settings. */
export function createView(init: Partial<CollectionView>): CollectionView {
  return { id: createId('view'), type: 'table', name: '', format: {}, query: {}, order: [], ...init }
}
