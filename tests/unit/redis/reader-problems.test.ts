import { expect, test } from 'vitest'
import { findReaderProblems, hasLoadFailed } from '@/lib/instances/reader'

const failure = { generation: 2, reason: 'missing' }

test.each([
  ['nothing before the first check', 0, undefined, failure, []],
  ['nothing while the newest is served', 2, { hasWriter: true, newest: 2, loadable: 2 }, undefined, []],
  ['a missing writer', 2, { hasWriter: false, newest: 2, loadable: 2 }, undefined, [/^No writer/]],
  [
    'a writer with another workspace folder',
    0,
    { hasWriter: false, hasOtherWriter: true, newest: 0, loadable: 0 },
    undefined,
    [/^No writer is running for this site, but one for another site .* WORKSPACE_DIR, must be the same/],
  ],
  ['nothing while a newer one loads', 1, { hasWriter: true, newest: 2, loadable: 2 }, undefined, []],
  [
    'a generation that could not be loaded',
    1,
    { hasWriter: true, newest: 2, loadable: 2 },
    failure,
    [/could not be loaded/],
  ],
  ['nothing when the generation is served', 2, { hasWriter: true, newest: 2, loadable: 2 }, failure, []],
  [
    'a failed load until a later one succeeds',
    1,
    { hasWriter: true, newest: 3, loadable: 3 },
    failure,
    [/could not be loaded/],
  ],
  ['a Redis that lost its data', 2, { hasWriter: true, newest: 0, loadable: 0 }, undefined, [/^Redis lost/]],
  ['nothing before the first publication', 0, { hasWriter: true, newest: 0, loadable: 0 }, undefined, []],
  ['another version', 2, { hasWriter: true, newest: 3, loadable: 2 }, undefined, [/another version/]],
  [
    'nothing about an earlier publication of another version',
    3,
    { hasWriter: true, newest: 3, loadable: 2 },
    undefined,
    [],
  ],
])('reports %s', (_, generation, redisState, failed, expected) => {
  expect(findReaderProblems(generation, redisState, failed)).toEqual(
    expected.map((text) => expect.stringMatching(text)),
  )
})

test('hasLoadFailed is true only for the generation of the failure', () => {
  const redisState = { hasWriter: true, newest: 3, loadable: 3 }
  expect(hasLoadFailed(redisState, failure)).toBe(false)
  expect(hasLoadFailed({ ...redisState, loadable: 2 }, failure)).toBe(true)
  expect(hasLoadFailed(redisState, undefined)).toBe(false)
})
