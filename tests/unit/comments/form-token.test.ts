import { expect, it } from 'vitest'
import { createFormToken, readFormToken } from '@/lib/comments/form-token'
import { FORM_AGES } from '@/lib/comments/waiting-comments'
import { readEnv } from '@/lib/settings/env'
import { createId } from '@/tests/support/records'

const createEnv = (more: Record<string, string> = {}) =>
  readEnv({ SITE_URL: 'https://site.example', SITE_SECRET: 'a-secret-of-the-tests', ...more }, '/')
const env = createEnv()
const PAGE = createId('Talk')
const MADE = 1_790_000_000_000
const token = createFormToken(PAGE, env, MADE)
const readAfter = (ms: number, page = PAGE, other = env) => readFormToken(token, page, other, MADE + ms)

it('accepts a form between its least and its greatest age', () => {
  const { minMs, maxMs } = FORM_AGES
  const valid = { id: token.slice(0, 36), at: MADE }
  expect([readAfter(minMs), readAfter(maxMs)]).toEqual([valid, valid])
  expect([readAfter(0), readAfter(minMs - 1)]).toEqual(['early', 'early'])
  expect(readAfter(maxMs + 1)).toBe('invalid')
})

it('does not accept a form while the clock is set back', () => {
  expect([readAfter(-1), readAfter(-365 * 24 * 3600_000)]).toEqual(['invalid', 'invalid'])
})

it('accepts no form of another page, another secret or another site', () => {
  expect(readAfter(5000, createId('Other'))).toBe('invalid')
  expect(readAfter(5000, PAGE, createEnv({ SITE_SECRET: 'another-secret-of-the-tests' }))).toBe('invalid')
  expect(readAfter(5000, PAGE, createEnv({ SITE_URL: 'https://other.example' }))).toBe('invalid')
})

it('accepts no changed form', () => {
  const [id = '', time = '', signature = ''] = token.split('.')
  const changed = [
    '',
    'x',
    `${createId('Other')}.${time}.${signature}`,
    `${id}.${Number(time) + 1}.${signature}`,
    `${id}.${time}.${signature.slice(1)}A`,
    `${token}.`,
    ` ${token}`,
    token.toUpperCase(),
  ]
  for (const each of changed) expect(readFormToken(each, PAGE, env, MADE + 5000), each).toBe('invalid')
})
