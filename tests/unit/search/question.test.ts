import { describe, expect, test } from 'vitest'
import { questionIn } from '@/lib/search/question'
import { callerOf, RateLimit } from '@/lib/search/rate-limit'

const ID = '0123456789abcdef0123456789abcdef'

describe('a question', () => {
  test('is words, perhaps below a page, and a number of results', () => {
    expect(questionIn({ query: 'tide' })).toEqual({ query: 'tide', limit: 20 })
    expect(questionIn({ query: '', ancestorId: ID, limit: 5 })).toEqual({
      query: '',
      ancestorId: '01234567-89ab-cdef-0123-456789abcdef',
      limit: 5,
    })
    expect(questionIn({ query: '😀'.repeat(200) }).query).toHaveLength(400)
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
  ])('is not %j', (body, id) => {
    expect(() => questionIn(body)).toThrow(expect.objectContaining({ name: 'BadQuestionError', id }))
  })
})

describe('a caller', () => {
  test('may come so many times a minute, and is told when to come again', () => {
    const limit = new RateLimit(3)
    expect([limit.take('a', 0), limit.take('a', 0), limit.take('a', 0)]).toEqual([0, 0, 0])
    expect(limit.take('a', 0)).toBe(20)
    expect(limit.take('b', 0)).toBe(0)
    expect(limit.take('a', 19_000)).toBe(1)
    expect(limit.take('a', 20_000)).toBe(0)
    expect(limit.take('a', 20_000)).toBe(20)
    expect([0, 1, 2].map(() => limit.take('a', 10_000_000))).toEqual([0, 0, 0])
    expect(limit.take('a', 10_000_000)).toBe(20)
  })

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['', ''],
  ])('at %s is known as %s', (address, name) => {
    expect(callerOf(new Headers({ 'x-forwarded-for': address }))).toBe(name)
  })
})
