import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { EDITS } from '@/tests/bench/mutants/edits'
import { applyEdit, isFast, listEdits, sortByLikelihood } from '@/tests/bench/mutants/plan.mjs'

describe('EDITS', () => {
  test('contains at least 120 unique edits', () => {
    expect(EDITS.length).toBeGreaterThanOrEqual(120)
    expect(new Set(EDITS.map((edit) => JSON.stringify([edit.file, edit.find, edit.replace]))).size).toBe(EDITS.length)
  })

  // This fails if the product changes a line that an edit quotes: update the edit in tests/bench/mutants.
  test('quotes text that occurs exactly once in its file, and changes it', () => {
    const wrong = EDITS.flatMap((edit) => {
      if (!existsSync(edit.file)) return [`There is no file ${edit.file}`]
      const source = readFileSync(edit.file, 'utf8')
      try {
        return applyEdit(source, edit) === source ? [`An edit of ${edit.file} changes nothing`] : []
      } catch (error) {
        return [String(error)]
      }
    })
    expect(wrong).toEqual([])
  })

  test('describes what each edit breaks', () => {
    expect(EDITS.filter(({ why, survives }) => why === '' || survives === '')).toEqual([])
  })

  test('covers every module', () => {
    const modules = readdirSync('lib', { withFileTypes: true })
      // Most tests of these modules start several processes, so they are not fast.
      .filter((entry) => entry.isDirectory() && !['instances', 'redis'].includes(entry.name))
    const components = readdirSync('components', { withFileTypes: true })
      // The screens in this folder belong to the sign-in service.
      .filter((entry) => entry.isDirectory() && entry.name !== 'account')
    const wanted = [
      ...modules.map(({ name }) => `lib/${name}/`),
      ...components.map(({ name }) => `components/${name}/`),
      'app/',
      'server/',
      'lib/env.ts',
      'middleware.ts',
      'cli/lib/',
    ]
    expect(wanted.filter((each) => !EDITS.some(({ file }) => file.startsWith(each)))).toEqual([])
  })
})

describe('applyEdit and editsIn', () => {
  const edit = { file: 'a.ts', find: 'b', replace: '$&$&', why: 'it differs' }

  test('replaces text literally, without special patterns', () => {
    expect(applyEdit('abc', edit)).toBe('a$&$&c')
  })

  test('throws an error with the file if the text is missing or ambiguous', () => {
    expect(() => applyEdit('ac', edit)).toThrow('a.ts contains "b" 0 times')
    expect(() => applyEdit('abcb', edit)).toThrow('a.ts contains "b" 2 times')
  })

  test('reads edits from lists by file', () => {
    expect(
      listEdits({
        'a.ts': [
          ['b', 'c', 'why'],
          ['d', 'e', 'why', 'no test'],
        ],
      }),
    ).toEqual([
      { file: 'a.ts', find: 'b', replace: 'c', why: 'why' },
      { file: 'a.ts', find: 'd', replace: 'e', why: 'why', survives: 'no test' },
    ])
  })
})

describe('likeliestFirst and isFast', () => {
  const DURATIONS = { 'tests/unit/site/build-site.test.ts': 900, 'tests/unit/site/tags.test.ts': 20 }
  const sortTests = (file: string, ...tests: string[]) => sortByLikelihood(file, tests, (test) => test, DURATIONS)

  test('sorts the tests of the file first, then those of its folder, its module and others, and fast tests before slow ones', () => {
    const tests = [
      'tests/unit/workspace/query/sorts.test.ts',
      'tests/unit/site/build-site.test.ts',
      'tests/unit/site/tags.test.ts',
    ]
    expect(sortTests('lib/site/access.ts', ...tests, 'tests/unit/site/access.test.ts')).toEqual([
      'tests/unit/site/access.test.ts',
      'tests/unit/site/tags.test.ts',
      'tests/unit/site/build-site.test.ts',
      'tests/unit/workspace/query/sorts.test.ts',
    ])
    const [body, links, table] = [
      'tests/unit/page/body.test.ts',
      'tests/components/page/links.test.tsx',
      'tests/components/collection/table.test.tsx',
    ]
    expect(sortTests('components/page/collection/row.tsx', body, links, table)).toEqual([table, links, body])
    expect(sortTests('lib/page/collection/cells.ts', links, table, body)[0]).toBe(body)
  })

  test('excludes tests that start processes of the site', () => {
    const slow = [
      'tests/processes/a.test.ts',
      'tests/unit/server/processes.test.ts',
      'tests/unit/workspace/fuzz.test.ts',
    ]
    expect([...slow, 'tests/unit/sync/full.test.ts'].filter(isFast)).toEqual(['tests/unit/sync/full.test.ts'])
  })
})

test('EDITS contains the edits of every file in the folder', () => {
  const folder = 'tests/bench/mutants'
  const lists = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'edits.ts')
  const imported = readFileSync(path.join(folder, 'edits.ts'), 'utf8')
  expect(lists.filter((name) => !imported.includes(`'./${path.basename(name, '.ts')}'`))).toEqual([])
})
