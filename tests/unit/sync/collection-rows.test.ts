import { describe, expect, test } from 'vitest'
import { planViews } from '@/lib/sync/private-api/collections'
import { createTables } from '@/lib/sync/tables'
import { VIEW_TYPES } from '@/lib/workspace/supported'

/** Returns the queries that are planned for one view of this type. */
function planView(type: string | undefined) {
  const collection_view = new Map([['view', { value: { id: 'view', type } }]])
  return planViews(['view'], { ...createTables(), collection_view })
}

describe('planViews', () => {
  test.each(Object.entries(VIEW_TYPES))('queries a %s', (type, { listsAllRows }) => {
    expect(planView(type)).toEqual({ asked: ['view'], whole: listsAllRows ? 'view' : undefined })
  })

  test('treats a view without a type as a table', () => {
    expect(planView(undefined)).toEqual({ asked: ['view'], whole: 'view' })
  })

  test('does not query views that are not rendered', () => {
    expect(planView('form')).toEqual({ asked: [], whole: undefined })
  })
})
