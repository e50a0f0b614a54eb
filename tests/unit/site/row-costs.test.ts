import { expect, it } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { findFindings, isWrong } from '@/lib/site/prepare/lint'
import { BUDGETS } from '@/lib/workspace/budget'
import type { Collection } from '@/lib/workspace/record-map'
import { lowerLimits } from '@/tests/support/lower-limits'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, page, row } from '../../support/records'

/** A formula whose cost is nearly that of its pattern: the square of the length of the text. */
const COSTLY = {
  type: 'function',
  name: 'test',
  args: ['tide '.repeat(60), 'tides*$'].map((value) => ({ type: 'constant', value_type: 'string', value })),
}

/** The cost of all rows of a database. */
const COST_OF_DATABASE = 20 * 301 ** 2

/** Returns the findings about formulas of several databases, each of which is well within its own budget. */
function findRemarks(databases: number, format: Collection['format'] = {}, access = 'Public') {
  lowerLimits(BUDGETS, { search: 3.5 * COST_OF_DATABASE })
  const schema = {
    title: { type: 'title' },
    Access: { type: 'select', name: 'Access', options: [{ id: access, value: access }] },
    costly: { type: 'formula', name: 'Costly', more: { formula: COSTLY } },
  }
  const names = Array.from({ length: databases }, (_, at) => `Rows ${at}`)
  const rows = names.flatMap((name) =>
    Array.from({ length: 20 }, (_, at) => row(`${at} of ${name}`, name, { Access: access })),
  )
  const collections = names.map((name) => ({ ...collection(name, 'Root', schema), format }))
  const input = buildInput([page('Root', undefined), ...rows], collections)
  return findFindings(input, buildSite(input, SETTINGS), [], SETTINGS).filter(({ kind }) => kind.startsWith('formulas'))
}

it('reports that the search does not evaluate all formulas if they exceed the total budget', () => {
  expect(findRemarks(3)).toEqual([])
  const remarks = findRemarks(4)
  expect(remarks).toEqual([{ kind: 'formulas-not-searched' }])
  expect(remarks.some(isWrong)).toBe(false)
})

it('reports nothing about formulas that the search does not read', () => {
  expect(findRemarks(4, { property_visibility: [{ property: 'costly', visibility: 'hide' }] })).toEqual([])
  expect(findRemarks(4, {}, 'Hidden word!')).toEqual([])
})
