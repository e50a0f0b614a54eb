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
const SENTENCE = 'The tide leaves the harbour twice a day, and the boats lie on the sand until it comes back. '
const FUNCTION = 'function waitForTide(hours) {\n  return hours.filter((hour) => hour % 12 === 6)\n}\n'
const RULE = '.tide {\n  color: $sea;\n}\n'
/** Repeats a text until it has the given number of characters. */
const fill = (text: string, characters: number) => text.repeat(Math.ceil(characters / text.length)).slice(0, characters)

/** Large amounts of ordinary content, by the name of its page. */
const KINDS: Record<string, (page: string) => Content> = {
  blocks: (page) => ({ blocks: range(1000).map((at) => text(`${page} text ${at}`, page, `${SENTENCE}${at}`)) }),
  'long texts': (page) => ({
    blocks: range(20).map((at) => text(`${page} text ${at}`, page, fill(SENTENCE, 20_000))),
  }),
  links: (page) => ({
    blocks: range(20).map((at) =>
      text(
        `${page} text ${at}`,
        page,
        '',
        createTitle(range(100).map((link) => [`tide ${link} `, [['b'], ['a', `https://example.com/${at}/${link}`]]])),
      ),
    ),
  }),
  rollups: (page) =>
    database(page, 30, {
      schema: {
        to: { type: 'relation', collection_id: createId(`${page} rows`) },
        names: { type: 'rollup', relation_property: 'to', target_property: 'title' },
        again: { type: 'rollup', relation_property: 'to', target_property: 'names' },
      },
      cells: () => ({ to: range(30).map((at) => ['‣', [['p', createId(`${page} row ${at}`)]]]) }),
    }),
  equations: (page) => ({
    blocks: range(300).map((at) =>
      stored(`${page} ${at}`, 'equation', page, createTitle([[`\\sum_{i=${at}}^{n} \\frac{x_i}{\\sqrt{${at}}}`]])),
    ),
  }),
  code: (page) => ({
    blocks: [
      ['JavaScript', fill(FUNCTION, 99_000)],
      ['JavaScript', fill(FUNCTION, 99_000)],
      ['SCSS', fill(RULE, 6000)],
    ].map(([language, source], at) =>
      stored(`${page} ${at}`, 'code', page, { properties: { title: [[source]], language: [[language]] } }),
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
        test: formula(call('test', constant(fill(SENTENCE, 400)), constant('tide[a-z]+'))),
        replace: formula(call('replaceAll', constant(fill(SENTENCE, 1000)), constant('tide'), constant('water'))),
        date: formula(call('formatDate', call('now'), constant('dddd, MMMM D, YYYY'))),
      },
      cells: () => ({}),
    }),
  dates: (page) => ({
    blocks: range(1000).map((at) =>
      text(`${page} text ${at}`, page, '', createTitle([['‣', [['d', createDate(at)]]]])),
    ),
  }),
}

const ZONES = Intl.supportedValuesOf('timeZone').slice(0, 100)
const createDate = (at: number) => ({
  type: 'datetime',
  start_date: '2026-01-01',
  start_time: '10:00',
  time_zone: ZONES[at % ZONES.length],
})

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
