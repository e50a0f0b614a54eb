import type { CollectionData, Row, Section, View } from '@/islands/collection/data'
import { getCollectionMessages } from '@/messages/languages'

export function section(rows: number[], init: Partial<Section> = {}): Section {
  return { rows, total: rows.length, ...init }
}

export function view(init: Partial<View> = {}): View {
  return {
    id: 'one',
    type: 'table',
    name: 'One',
    columns: [0],
    widths: [280],
    pageSize: 50,
    sections: [section([0])],
    ...init,
  }
}

/** Creates a collection whose rows have only titles, unless columns and rows are passed. */
export function collection(init: Partial<CollectionData> & { count?: number } = {}): CollectionData {
  const { count = 1, ...rest } = init
  const rows = Array.from({ length: count }, (_, index): Row => ({ path: `/row-${index}`, cells: [`Row ${index}`] }))
  return {
    id: 'collection',
    name: 'Things',
    columns: [{ name: 'Name', kind: 'title' }],
    titleColumn: 0,
    rows,
    views: [view({ sections: [section(rows.map((_, index) => index))] })],
    total: rows.length,
    labels: getCollectionMessages('en').interface,
    ...rest,
  }
}
