import type { Database, Raw } from '../../support/content-map'

export const ROWS = { Pen: { Kind: 'tool', Cost: '2' }, Ink: { Kind: 'stuff', Cost: '1' }, Cat: {} }
export const SCHEMA = {
  Kind: { type: 'select', options: ['tool', 'stuff'].map((value) => ({ id: value, value, color: 'blue' })) },
  Cost: { type: 'number' },
}
export const THINGS: Database = { schema: SCHEMA, rows: ROWS }
export const BY_KIND = { property: 'Kind', type: 'select' }
export const createDay = (start_date: string): Raw['title'] => [['‣', [['d', { type: 'date', start_date }]]]]
export const listShown = (...properties: [property: string, more?: object][]) =>
  properties.map(([property, more]) => ({ property, visible: true, ...more }))
export const createThings = (type: string, format: object, more: Database = {}): Database => ({
  ...THINGS,
  views: [{ type, format: { board_columns_by: BY_KIND, ...format } }],
  ...more,
})
