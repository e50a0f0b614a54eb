import { expect, test } from 'vitest'
import { prepareProperties } from '@/lib/page/collection/properties'
import type { PageRemark } from '@/lib/site/prepare/lint'
import { Budget, COSTS, createPageBudgets } from '@/lib/workspace/budget'
import { collection, idOf } from '@/tests/support/records'
import { cells, context, NOW, prepare, prepareText, rowBlock, type Sample, titles } from './collection/support'
import { bodyOf, contextOf } from './stored-page'

const BY_S = { board_columns_by: { property: 'S' } }
const select = (count: number) => ({
  type: 'select',
  options: Array.from({ length: count }, (_, at) => ({ id: `${at}`, value: `option ${at}` })),
})
const titleIs = (title: string, times: number) => ({
  operator: 'and',
  filters: Array(times).fill({
    property: 'title',
    filter: { operator: 'string_is', value: { type: 'exact', value: title } },
  }),
})

test('code and equations of a page share its budgets, and show their source when they are spent', () => {
  const code = { type: 'code', title: 'let a = 1', properties: { language: 'JavaScript' } }
  const equation = { type: 'equation', title: 'x + y' }
  const inline = { type: 'text', title: [['⁍', [['e', 'x + y']]]] as [string, [string, unknown][]][] }
  const drafts = [code, equation, inline, code, equation, inline]
  const budgets = { ...createPageBudgets(), code: new Budget(4000), equations: new Budget(12) }
  const { blocks } = bodyOf(drafts as Parameters<typeof bodyOf>[0], { ...contextOf(), budgets })
  const isSet = blocks.map((block) => /class=/.test(JSON.stringify(block)))
  expect(isSet).toEqual([true, true, true, false, false, false])
})

test('databases and properties share the budget of their page', () => {
  const more = {
    formula: { type: 'function', name: 'add', args: [{ type: 'constant', value: '1', result_type: 'number' }] },
  }
  const schema = { F: { type: 'formula', more } }
  const shown = (units: number) => {
    const spare = () => context({ budgets: { ...createPageBudgets(), computed: new Budget(units) } })
    const data = prepare({ schema, rows: { A: {} }, context: spare() })
    const things = collection('Things', 'Home', { title: { type: 'title' }, ...schema })
    const head = prepareProperties({
      row: rowBlock('A', {}),
      collection: things,
      context: spare(),
      prepareText,
      now: NOW,
    })
    return [cells(data, 'F')[0], head[0]?.cell]
  }
  expect(shown(1_000_000)).toEqual(['1', '1'])
  expect(shown(1)).toEqual(['…', '…'])
})

const rest = (view: string) => ({ data: '/api/rows/holder', pages: `/rows/${view}/1` })

/** The databases of a page, prepared in turn with one budget, and the remarks on them. */
function prepareInTurn(units: number, samples: Sample[]) {
  const remarks: PageRemark[] = []
  const budgets = { ...createPageBudgets(), databases: new Budget(units) }
  const shared = context({ budgets, remark: (remark) => void remarks.push(remark) })
  const databases = samples.map((sample) => prepare({ part: { kind: 'first', rest }, ...sample, context: shared }))
  return { databases, remarks }
}

test('a database after the one that spends the budget of its page has its rows on request', () => {
  const rows = { A: {}, B: {} }
  const views = [{ id: idOf('one') }, { id: idOf('two') }]
  const { databases, remarks } = prepareInTurn(2 * COSTS.row + 1, [{ rows, views }, { rows, views }, { rows: {} }])
  const [first, second] = databases
  expect(first && titles(first)).toEqual(['A', 'B'])
  const [one, two] = views.map(({ id }) => id.slice(0, 8))
  expect(second).toMatchObject({ name: 'Things', rows: [], columns: [], total: 2, rest: rest(one ?? '') })
  expect(second?.views).toMatchObject([
    { id: one, sections: [], sectionsLeft: 1 },
    { id: two, sections: [] },
  ])
  expect(remarks).toEqual([{ kind: 'rows-on-request' }, { kind: 'rows-on-request' }])
})

test.each<[string, Sample, units: number]>([
  ['its rows', { rows: { A: {}, B: {} }, views: [] }, 2 * COSTS.row],
  [
    'the values that filters read',
    { rows: { A: {} }, views: [{ query: { filter: titleIs('A', 20) } }] },
    15 * COSTS.value,
  ],
  ['the groups of a board', { schema: { S: select(40) }, views: [{ type: 'board', format: BY_S }] }, 40 * COSTS.group],
])('a database spends the budget of its page by %s', (_, sample, units) => {
  const isLeftOut = (budget: number) => prepareInTurn(budget, [sample, {}]).remarks.length > 0
  expect([isLeftOut(units - 1), isLeftOut(10 * units)]).toEqual([true, false])
})

test('editors learn of a board that leaves out the columns without rows', () => {
  const schema = { S: select(101), T: select(101) }
  const format = { ...BY_S, collection_group_by: { property: 'T' } }
  const board = (name: string) => ({ schema, views: [{ type: 'board', name, format }] })
  expect(
    prepareInTurn(1e9, [board('Tides'), { ...board('Quays'), schema: { ...schema, T: select(99) } }]).remarks,
  ).toEqual([{ kind: 'columns-left-out', view: 'Tides' }])
})
