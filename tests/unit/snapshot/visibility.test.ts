import { expect, test } from 'vitest'
import { findWithdrawn, getVisibility } from '@/lib/snapshot/visibility'

const createLock = (lock: string, audience?: string[]) => ({ kind: 'locked', locks: [lock], audience })
const isWithdrawn = (before: unknown, after: unknown) => {
  const [from, to] = [before, after].map((access) => getVisibility({ pages: [{ id: 'page', access }] }))
  return findWithdrawn(from ?? {}, to ?? {}).length > 0
}

test.each([
  ['is unpublished', createLock('a:1'), { kind: 'unpublished' }, true],
  ['gets another password', createLock('a:1'), createLock('a:2'), true],
  ['is for fewer members', createLock('a:1', ['acme', 'beta']), createLock('a:1', ['acme']), true],
  ['gets a password', { kind: 'public' }, createLock('a:1'), true],
  ['stays as it is', createLock('a:1', ['acme', 'beta']), createLock('a:1', ['beta', 'acme']), false],
  ['needs no password any more', createLock('a:1'), { kind: 'public' }, false],
])('detects whether a page with a password that %s is withdrawn: %#', (_, before, after, expected) => {
  expect(isWithdrawn(before, after)).toBe(expected)
})
