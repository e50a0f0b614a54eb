import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listStableNames } from '@/tests/support/stable-names'

const FILE = 'docs/stable-names.txt'
const RELEASED = readFileSync(FILE, 'utf8').trimEnd().split('\n')
/** The version of the list is its first line. */
const [, RELEASED_VERSION = ''] = /^# Version (\S+):/.exec(RELEASED[0] ?? '') ?? []
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Returns a sentence for each released name that no longer exists, with what to do. */
function findRemoved(released: readonly string[], current: readonly string[]): string[] {
  return released
    .filter((name) => !name.startsWith('#') && !current.includes(name))
    .map(
      (name) =>
        `The ${name} is a part of ${RELEASED_VERSION} and is missing: restore it, also if it has a new name. If the next ` +
        `release is a new major version, delete its line in ${FILE}, and write to the changelog what replaces it.`,
    )
}

test('every name of the last release still exists', () => {
  expect(findRemoved(RELEASED, listStableNames())).toEqual([])
})

test('a removed, a renamed and an added name', () => {
  const sentences = findRemoved(
    ['# x', 'setting PORT', 'token --ink', 'class .tag'],
    ['setting PORT', 'token --inc', 'class .tag'],
  )
  expect(sentences).toEqual([expect.stringMatching(/^The token --ink is a part of \d/)])
})

test('the list has the names of all kinds, each once', () => {
  const names = listStableNames()
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(
    expect.arrayContaining([
      'setting PORT',
      'command start',
      'option export --host',
      'npx colophon export',
      'address /feed.xml',
      'token --ink',
    ]),
  )
  expect(names).toEqual(expect.arrayContaining(['slot Header', 'export of colophon/site Island', 'class .page']))
})

/** `npm version` runs this test with `--update`, which writes the list of the new version. Later names are added by the next one. */
test('the list is that of the version in package.json', async () => {
  const isWriting = process.env.npm_lifecycle_event === 'version' || version !== RELEASED_VERSION
  const lines = isWriting
    ? [`# Version ${version}: what semantic versioning covers. Written by npm version.`, ...listStableNames()]
    : RELEASED
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`../../../${FILE}`)
})
