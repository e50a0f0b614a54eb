import { describe, expect, test } from 'vitest'
import { parseSearchQuery } from '@/lib/search/search-query'

const ID = '0123456789abcdef0123456789abcdef'

describe('parseSearchQuery', () => {
  test('returns the query, an optional ancestor and the limit', () => {
    expect(parseSearchQuery({ query: 'tide' })).toEqual({ query: 'tide', limit: 20 })
    expect(parseSearchQuery({ query: '', ancestorId: ID, limit: 5 })).toEqual({
      query: '',
      ancestorId: '01234567-89ab-cdef-0123-456789abcdef',
      limit: 5,
    })
    expect(parseSearchQuery({ query: '😀'.repeat(200) }).query).toHaveLength(400)
  })

  test.each([
    [undefined, 'bad-body'],
    [null, 'bad-body'],
    ['tide', 'bad-body'],
    [[], 'bad-body'],
    [{}, 'bad-body'],
    [{ query: 7 }, 'bad-body'],
    [{ query: ['tide'] }, 'bad-body'],
    [{ query: 'x'.repeat(201) }, 'query-too-long'],
    [{ query: 'word '.repeat(10_000) }, 'query-too-long'],
    [{ query: 'x', ancestorId: 'page' }, 'bad-ancestor'],
    [{ query: 'x', ancestorId: 7 }, 'bad-ancestor'],
    [{ query: 'x', limit: 0 }, 'bad-limit'],
    [{ query: 'x', limit: 51 }, 'bad-limit'],
    [{ query: 'x', limit: 1.5 }, 'bad-limit'],
    [{ query: 'x', limit: '5' }, 'bad-limit'],
  ])('throws for %j', (body, id) => {
    expect(() => parseSearchQuery(body)).toThrow(expect.objectContaining({ name: 'BadQueryError', id }))
  })
})
