import { describe, expect, test } from 'vitest'
import { planViews } from '@/lib/sync/private-api/collection-rows'
import { createTables } from '@/lib/sync/tables'
import { VIEW_TYPES } from '@/lib/workspace/supported'

/** The queries planned for one view of a type. */
function planFor(type: string | undefined) {
  const collection_view = new Map([['view', { value: { id: 'view', type } }]])
  return planViews(['view'], { ...createTables(), collection_view })
}

describe('planViews', () => {
  test.each(Object.entries(VIEW_TYPES))('queries a %s', (type, { listsAllRows }) => {
    expect(planFor(type)).toEqual({ asked: ['view'], whole: listsAllRows ? 'view' : undefined })
  })

  test('takes a view without a type for a table', () => {
    expect(planFor(undefined)).toEqual({ asked: ['view'], whole: 'view' })
  })

  test('does not query views that are not drawn', () => {
    expect(planFor('form')).toEqual({ asked: [], whole: undefined })
  })
})
