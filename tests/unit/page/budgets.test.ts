import { expect, test } from 'vitest'
import { prepareProperties } from '@/lib/page/collection/properties'
import { Budget, pageBudgets } from '@/lib/workspace/budget'
import { collection } from '@/tests/support/records'
import { cells, context, NOW, prepare, prepareText, rowBlock } from './collection/support'
import { bodyOf, contextOf } from './stored-page'

test('code and equations of a page share its budgets, and show their source when they are spent', () => {
  const code = { type: 'code', title: 'let a = 1', properties: { language: 'JavaScript' } }
  const equation = { type: 'equation', title: 'x + y' }
  const inline = { type: 'text', title: [['⁍', [['e', 'x + y']]]] as [string, [string, unknown][]][] }
  const drafts = [code, equation, inline, code, equation, inline]
  const budgets = { ...pageBudgets(), code: new Budget(4000), equations: new Budget(12) }
  const { blocks } = bodyOf(drafts as Parameters<typeof bodyOf>[0], { ...contextOf(), budgets })
  const isSet = blocks.map(
    (block) => !JSON.stringify(block).includes('equation-wrong') && /class=/.test(JSON.stringify(block)),
  )
  expect(isSet).toEqual([true, true, true, false, false, false])
})

test('databases and properties share the budget of their page', () => {
  const more = {
    formula: { type: 'function', name: 'add', args: [{ type: 'constant', value: '1', result_type: 'number' }] },
  }
  const schema = { F: { type: 'formula', more } }
  const shown = (units: number) => {
    const spare = () => context({ budgets: { ...pageBudgets(), rows: new Budget(units) } })
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
