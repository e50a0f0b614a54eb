import { expect, it, vi } from 'vitest'

vi.mock('@/lib/env', () => ({ getEnv: () => ({ syncInterval: 60 }) }))

const { answerMade } = await import('@/app/made-answer')

const DAY = 'Thu, 01 Jan 2026 00:00:00 GMT'
const answer = (body: string, headers: Record<string, string> = {}) =>
  answerMade(new Request('https://example.test/', { headers }), body, { type: 'text/plain', changed: Date.parse(DAY) })

it('is sent once to whoever says which text they have', () => {
  const etag = answer('one').headers.get('etag') ?? ''
  expect(answer('one', { 'if-none-match': `"x", W/${etag}` }).status).toBe(304)
  expect(answer('two', { 'if-none-match': etag }).status).toBe(200)
})

it('is sent again to whoever has one of the same date, which may name what has been taken down', async () => {
  expect(answer('one').headers.get('last-modified')).toBe(DAY)
  const again = answer('two', { 'if-modified-since': DAY })
  expect([again.status, await again.text()]).toEqual([200, 'two'])
})
