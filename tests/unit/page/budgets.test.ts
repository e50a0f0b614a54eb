import { expect, test } from 'vitest'
import { prepareProperties } from '@/lib/page/collection/properties'
import type { PageRemark } from '@/lib/site/prepare/lint'
import { Budget, COSTS, createPageBudgets } from '@/lib/workspace/budget'
import { renderTex } from '@/lib/workspace/read/tex'
import { collection, createId } from '@/tests/support/records'
import { context, createRow, getCells, getTitles, NOW, prepare, prepareText, type Sample } from './collection/support'
import { createTestContext, prepareTestBody } from './stored-page'

const BY_S = { board_columns_by: { property: 'S' } }
const createSelect = (count: number) => ({
  type: 'select',
  options: Array.from({ length: count }, (_, index) => ({ id: `${index}`, value: `option ${index}` })),
})
const createTitleFilter = (title: string, times: number) => ({
  operator: 'and',
  filters: Array(times).fill({
    property: 'title',
    filter: { operator: 'string_is', value: { type: 'exact', value: title } },
  }),
})

test('code and equations of a page share its budgets, and show their source once a budget is spent', () => {
  const code = { type: 'code', title: 'let a = 1', properties: { language: 'JavaScript' } }
  const equation = { type: 'equation', title: 'x + y' }
  const inline = { type: 'text', title: [['⁍', [['e', 'x + y']]]] as [string, [string, unknown][]][] }
  const blockInits = [code, equation, inline, code, equation, inline]
  const budgets = {
    ...createPageBudgets(),
    code: new Budget(4000),
    equations: new Budget(2 * renderTex('x + y', { display: true }).work),
  }
  const { blocks } = prepareTestBody(blockInits as Parameters<typeof prepareTestBody>[0], {
    ...createTestContext(),
    budgets,
  })
  const isRendered = blocks.map((block) => /class=/.test(JSON.stringify(block)))
  expect(isRendered).toEqual([true, true, true, false, false, false])
})

test('databases and properties share the budget of their page', () => {
  const more = {
    formula: { type: 'function', name: 'add', args: [{ type: 'constant', value: '1', result_type: 'number' }] },
  }
  const schema = { F: { type: 'formula', more } }
  const readValues = (units: number) => {
    const createSpareContext = () => context({ budgets: { ...createPageBudgets(), computed: new Budget(units) } })
    const data = prepare({ schema, rows: { A: {} }, context: createSpareContext() })
    const things = collection('Things', 'Home', { title: { type: 'title' }, ...schema })
    const head = prepareProperties({
      row: createRow('A', {}),
      collection: things,
      context: createSpareContext(),
      prepareText,
      now: NOW,
    })
    return [getCells(data, 'F')[0], head[0]?.cell]
  }
  expect(readValues(1_000_000)).toEqual(['1', '1'])
  expect(readValues(1)).toEqual(['…', '…'])
})

const createRest = (view: string) => ({ data: '/api/rows/holder', pages: `/rows/${view}/1` })

/** Prepares the databases of a page in turn with one budget, and returns them with the remarks. */
function prepareInTurn(units: number, samples: Sample[]) {
  const remarks: PageRemark[] = []
  const budgets = { ...createPageBudgets(), databases: new Budget(units) }
  const shared = context({ budgets, remark: (remark) => void remarks.push(remark) })
  const databases = samples.map((sample) =>
    prepare({ part: { kind: 'first', rest: createRest }, ...sample, context: shared }),
  )
  return { databases, remarks }
}

test('a database loads its rows on request if the budget of its page is spent', () => {
  const rows = { A: {}, B: {} }
  const views = [{ id: createId('one') }, { id: createId('two') }]
  const { databases, remarks } = prepareInTurn(2 * COSTS.row + 1, [{ rows, views }, { rows, views }, { rows: {} }])
  const [first, second] = databases
  expect(first && getTitles(first)).toEqual(['A', 'B'])
  const [one, two] = views.map(({ id }) => id.slice(0, 8))
  expect(second).toMatchObject({ name: 'Things', rows: [], columns: [], total: 2, rest: createRest(one ?? '') })
  expect(second?.views).toMatchObject([
    { id: one, sections: [], sectionsLeft: 1 },
    { id: two, sections: [] },
  ])
  expect(remarks).toEqual([{ kind: 'rows-on-request' }, { kind: 'rows-on-request' }])
})

test.each<[string, Sample, units: number]>([
  ['rows', { rows: { A: {}, B: {} }, views: [] }, 2 * COSTS.row],
  [
    'values that filters read',
    { rows: { A: {} }, views: [{ query: { filter: createTitleFilter('A', 20) } }] },
    15 * COSTS.value,
  ],
  [
    'groups of a board',
    { schema: { S: createSelect(40) }, views: [{ type: 'board', format: BY_S }] },
    40 * COSTS.group,
  ],
])('a database spends the budget of its page for its %s', (_, sample, units) => {
  const exceedsBudget = (budget: number) => prepareInTurn(budget, [sample, {}]).remarks.length > 0
  expect([exceedsBudget(units - 1), exceedsBudget(10 * units)]).toEqual([true, false])
})

test('a board that omits its columns without rows adds a remark for editors', () => {
  const schema = { S: createSelect(101), T: createSelect(101) }
  const format = { ...BY_S, collection_group_by: { property: 'T' } }
  const createBoard = (name: string) => ({ schema, views: [{ type: 'board', name, format }] })
  expect(
    prepareInTurn(1e9, [createBoard('Tides'), { ...createBoard('Quays'), schema: { ...schema, T: createSelect(99) } }])
      .remarks,
  ).toEqual([{ kind: 'columns-left-out', view: 'Tides' }])
})
