import { createId } from '@/tests/support/records'
import { createBlockMap, type Raw, stored, text } from '@/tests/unit/workspace/maps'

type Blocks = [string, Raw][]
/** The blocks of a page, and the schema of its database, if it has one. */
interface Content {
  blocks: Blocks
  schema?: Record<string, Raw>
  format?: Raw
}

/** Number of pages of each kind. Each is requested once, because a second request would get a cached response. */
export const COPIES = 3
export const ORDINARY_PAGES = 200

const range = (count: number) => Array.from({ length: count }, (_, at) => at)
const createTitle = (title: unknown) => ({ properties: { title } })
const constant = (value: string) => ({ type: 'constant', value, result_type: 'text' })
const call = (name: string, ...args: unknown[]) => ({ type: 'function', name, args })
const formula = (tree: unknown): Raw => ({ type: 'formula', formula: tree })
const HEX = '0123456789abcdef'

/** Content that once took seconds or minutes, by the name of its page. */
const KINDS: Record<string, (page: string) => Content> = {
  'rollups of rollups': (page) =>
    database(page, 10, {
      schema: {
        to: { type: 'relation', collection_id: createId(`${page} rows`) },
        ...Object.fromEntries(
          range(10).map((at) => [
            `p${at + 1}`,
            { type: 'rollup', relation_property: 'to', target_property: at === 0 ? 'title' : `p${at}` },
          ]),
        ),
      },
      cells: () => ({ to: range(10).map((at) => ['‣', [['p', createId(`${page} row ${at}`)]]]) }),
    }),
  equations: (page) => ({
    blocks: [900, 2400].flatMap((length) =>
      range(20).map((at) =>
        stored(`${page} ${length} ${at}`, 'equation', page, {
          ...createTitle([[`\\def\\a{${'x'.repeat(length)}}${'\\a'.repeat(199 - at)}`]]),
        }),
      ),
    ),
  }),
  code: (page) => ({
    blocks: ['JavaScript', 'SCSS', 'Markdown'].flatMap((language) =>
      [50_000, 100_000, 6000].map((length) =>
        stored(`${page} ${language} ${length}`, 'code', page, {
          properties: { title: [[HEX.repeat(length / HEX.length)]], language: [[language]] },
        }),
      ),
    ),
  }),
  underscores: (page) => ({ blocks: [text(`${page} text`, page, `a${'_'.repeat(400_000)}b`)] }),
  spaces: (page) => ({
    blocks: range(20).map((at) =>
      text(
        `${page} text ${at}`,
        page,
        '',
        createTitle([['a', [['a', `https://example.com/${at}${' '.repeat(65_000)}b`]]]]),
      ),
    ),
  }),
  options: (page) =>
    database(page, 500, {
      schema: {
        kind: {
          type: 'select',
          options: range(40_000).map((at) => ({ id: `${at}`, value: `option ${at}`, color: 'red' })),
        },
      },
      cells: (row) => ({ kind: [[`option ${row * 79}`]] }),
    }),
  boards: (page) => {
    const options = range(3000).map((at) => ({ id: `${at}`, value: `option ${at}`, color: 'red' }))
    return database(page, 500, {
      type: 'board',
      schema: { above: { type: 'select', options }, column: { type: 'select', options } },
      format: { board_columns_by: { property: 'column' }, collection_group_by: { property: 'above' } },
      cells: (row) => ({ above: [[`option ${row}`]], column: [[`option ${row * 5}`]] }),
    })
  },
  formulas: (page) =>
    database(page, 500, {
      schema: {
        test: formula(call('test', constant('a'.repeat(2000)), constant('a*b'))),
        replace: formula(call('replaceAll', constant('ab'.repeat(1000)), constant('a.*c'), constant('x'))),
        open: formula(call('test', constant('a'), constant('['.repeat(15_000)))),
        date: formula(call('formatDate', call('now'), constant('['.repeat(15_000)))),
      },
      cells: () => ({}),
    }),
  zones: (page) => ({
    blocks: range(1000).map((at) =>
      text(
        `${page} text ${at}`,
        page,
        '',
        createTitle([['‣', [['d', createDate(varyCase('america/argentina/ushuaia', at))]]]]),
      ),
    ),
  }),
}

const createDate = (zone: string) => ({
  type: 'datetime',
  start_date: '2026-01-01',
  start_time: '10:00',
  time_zone: zone,
})

const varyCase = (name: string, number: number) =>
  [...name].map((letter, at) => ((number >> (at % 10)) & 1 ? letter.toUpperCase() : letter)).join('')

interface Database {
  schema: Record<string, Raw>
  type?: string
  format?: Raw
  cells(row: number): Raw
}

function database(page: string, rows: number, { schema, type = 'table', format, cells }: Database): Content {
  const view = { [`${type}_properties`]: Object.keys(schema).map((property) => ({ property, visible: true })) }
  return {
    schema: { title: { name: 'Name', type: 'title' }, ...schema },
    format: { ...view, ...format, type },
    blocks: [
      stored(`${page} database`, 'collection_view', page, {
        collection_id: createId(`${page} rows`),
        view_ids: [createId(`${page} view`)],
      }),
      ...range(rows).map((at) =>
        stored(`${page} row ${at}`, 'page', undefined, {
          parent_table: 'collection',
          parent_id: createId(`${page} rows`),
          properties: { title: [[`row ${at}`]], ...cells(at) },
        }),
      ),
    ],
  }
}

/** Returns the names of the hostile pages by kind. Rows are not included. */
export const listHostilePages = (): Record<string, string[]> =>
  Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, range(COPIES).map((at) => `${kind} ${at}`)]))
export const listOrdinaryPages = (): string[] => range(ORDINARY_PAGES).map((at) => `ordinary ${at}`)

/** Creates a record map with all hostile pages and ordinary pages. */
export function createHostileMap(): Raw {
  const blocks: Blocks = []
  const collection: Record<string, unknown> = {}
  const collection_view: Record<string, unknown> = {}
  const addPage = (page: string, { blocks: all, schema, format }: Content) => {
    const content = all.filter(([, { value }]) => (value as Raw).parent_id === createId(page)).map(([id]) => id)
    const [id, entry] = stored(page, 'page', 'home', createTitle([[page]]))
    blocks.push([id, { ...entry, value: { ...(entry.value as Raw), content } }], ...all)
    if (schema === undefined) return
    const named = Object.fromEntries(Object.entries(schema).map(([key, each]) => [key, { name: key, ...each }]))
    const value = {
      id: createId(`${page} rows`),
      parent_id: createId(`${page} database`),
      parent_table: 'block',
      name: [['Rows']],
    }
    collection[value.id] = { value: { ...value, schema: named } }
    const { type, ...rest } = format ?? {}
    collection_view[createId(`${page} view`)] = {
      value: { id: createId(`${page} view`), type, name: '', format: rest },
    }
  }
  for (const [kind, make] of Object.entries(KINDS))
    for (const page of listHostilePages()[kind] ?? []) addPage(page, make(page))
  for (const page of ['first', ...listOrdinaryPages()])
    addPage(page, {
      blocks: range(30).map((at) => text(`${page} text ${at}`, page, `Words ${at} of the ${page} page.`)),
    })
  const pages = ['first', ...Object.values(listHostilePages()).flat(), ...listOrdinaryPages()]
  const home = stored('home', 'page', undefined, { ...createTitle([['Harbour']]), content: pages })
  return createBlockMap([home, ...blocks], { collection, collection_view })
}
