import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createStableId } from '@/cli/sample/ids'
import { createFolder, startSite } from '@/tests/support/site'
import { type Measurement, median } from './measurements'
import { timeResponse } from './time-response'

/** Pages of each kind. Each is visited once, because a second visit would get a cached response. */
const COPIES = 9
const HOW = `Views: first visits to ${COPIES} pages with a view of the same rows, alternating with ${COPIES} pages that have them as a table; medians; and the largest document, with gzip.`

const VIEWS = {
  timeline: { rows: 500, format: {}, query: { timeline_by: 'day' } },
  chart: {
    rows: 5000,
    format: {
      chart_config: {
        type: 'column',
        dataConfig: {
          type: 'groups_reducer',
          groupBy: { property: 'kind', type: 'select', sort: { type: 'manual' } },
          aggregationConfig: {
            aggregation: { aggregator: 'sum', property: 'count' },
            stackOptions: { groupBy: { property: 'day', type: 'date', groupBy: 'month', sort: { type: 'ascending' } } },
          },
        },
      },
    },
    query: {},
  },
}

/** Measures pages with a timeline of 500 rows and a chart of 5,000, relative to the same rows as a table. */
export async function measureViews(): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const [type, { rows, format, query }] of Object.entries(VIEWS)) {
    const dir = createFolder('bench')
    mkdirSync(`${dir}/workspace`)
    const views = { table: {}, [type]: { format, query2: query } }
    writeFileSync(`${dir}/workspace/map.json`, JSON.stringify(createMap(rows, views)))
    const site = await startSite({ workspaceDir: `${dir}/workspace`, stateDir: `${dir}/state` })
    // The first visit reads the rows.
    for (const each of Object.keys(views)) await timeResponse(`${site.url}/${each}-${COPIES}`)
    const times: Record<string, number[]> = {}
    let bytes = 0
    for (let copy = 0; copy < COPIES; copy++) {
      for (const each of Object.keys(views)) {
        const url = `${site.url}/${each}-${copy}`
        times[each] = [...(times[each] ?? []), await timeResponse(url)]
        if (each === type) bytes = Math.max(bytes, await getTransferredBytes(url))
      }
    }
    await site.stop()
    rmSync(dir, { recursive: true })
    const name = `${type} of ${rows} rows`
    const common = { limitIs: 'most', how: HOW } as const
    const ratio = median(times[type] ?? []) / median(times.table ?? [])
    measurements.push(
      { name: `${name}: time, relative to a table`, measured: ratio, unit: 'times', limit: 2, ...common },
      { name: `${name}: document`, measured: bytes / 1000, unit: 'kB', limit: 60, ...common },
    )
  }
  return measurements
}

async function getTransferredBytes(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
  await response.arrayBuffer()
  const length = Number(response.headers.get('content-length'))
  if (!(length > 0)) throw new Error(`${url} has no content-length`)
  return length
}

const SCHEMA = {
  title: { name: 'Name', type: 'title' },
  kind: {
    name: 'Kind',
    type: 'select',
    options: Array.from({ length: 12 }, (_, index) => ({ id: `o${index}`, value: `Kind ${index}`, color: 'blue' })),
  },
  day: { name: 'Day', type: 'date' },
  count: { name: 'Count', type: 'number' },
}

/** Creates a workspace with pages named after the types of views, each of which shows the same database as one of them. */
function createMap(rows: number, views: Record<string, object>): unknown {
  const tables: Record<'block' | 'collection' | 'collection_view', Record<string, unknown>> = {
    block: {},
    collection: {},
    collection_view: {},
  }
  const add = (table: keyof typeof tables, key: string, value: object): string => {
    const id = createStableId(key)
    tables[table][id] = { role: 'reader', value: { id, alive: true, ...value } }
    return id
  }
  const below = (parent: string, table = 'block') => ({ parent_id: createStableId(parent), parent_table: table })
  const collection = add('collection', 'rows', { ...below('root'), name: [['Rows']], schema: SCHEMA })
  for (let row = 0; row < rows; row++) {
    const start_date = new Date(Date.UTC(2025, 0, 1 + ((row * 7) % 700))).toISOString().slice(0, 10)
    const properties = {
      title: [[`Row ${row} of the database`]],
      kind: [[`Kind ${row % 12}`]],
      day: [['‣', [['d', { type: 'date', start_date }]]]],
      count: [[String(row % 97)]],
    }
    add('block', `row ${row}`, { type: 'page', ...below('rows', 'collection'), properties })
  }
  const pages = Object.entries(views).flatMap(([type, settings]) =>
    Array.from({ length: COPIES + 1 }, (_, copy) => {
      const page = `${type}-${copy}`
      const shown = Object.keys(SCHEMA).map((property) => ({ property, visible: true }))
      const { format = {}, ...more } = settings as { format?: object }
      const view = add('collection_view', `view of ${page}`, {
        type,
        ...below(`database of ${page}`),
        format: { [`${type}_properties`]: shown, ...format },
        ...more,
      })
      const database = { type: 'collection_view', ...below(page), collection_id: collection, view_ids: [view] }
      const content = [add('block', `database of ${page}`, database)]
      return add('block', page, { type: 'page', ...below('root'), properties: { title: [[page]] }, content })
    }),
  )
  add('block', 'root', { type: 'page', ...below('space', 'space'), properties: { title: [['Root']] }, content: pages })
  return tables
}
