import { expect, test } from 'vitest'
import { findWithdrawn, getVisibility } from '@/lib/snapshot/visibility'

const locked = (lock: string, audience?: string[]) => ({ kind: 'locked', locks: [lock], audience })
const withdraws = (before: unknown, after: unknown) => {
  const [from, to] = [before, after].map((access) => getVisibility({ pages: [{ id: 'page', access }] }))
  return findWithdrawn(from ?? {}, to ?? {}).length > 0
}

test.each([
  ['is unpublished', locked('a:1'), { kind: 'unpublished' }, true],
  ['gets another password', locked('a:1'), locked('a:2'), true],
  ['is for fewer members', locked('a:1', ['acme', 'beta']), locked('a:1', ['acme']), true],
  ['gets a password', { kind: 'public' }, locked('a:1'), true],
  ['stays as it is', locked('a:1', ['acme', 'beta']), locked('a:1', ['beta', 'acme']), false],
  ['needs no password any more', locked('a:1'), { kind: 'public' }, false],
])('withdraws a page with a password that %s: %#', (_, before, after, expected) => {
  expect(withdraws(before, after)).toBe(expected)
})
