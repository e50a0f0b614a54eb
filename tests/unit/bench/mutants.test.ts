import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { EDITS } from '@/tests/bench/mutants/edits'
import { applyEdit, editsIn, isFast, likeliestFirst } from '@/tests/bench/mutants/plan.mjs'

describe('the edits of the mutation run', () => {
  test('are at least 120, each of another place', () => {
    expect(EDITS.length).toBeGreaterThanOrEqual(120)
    expect(new Set(EDITS.map((edit) => JSON.stringify([edit.file, edit.find, edit.replace]))).size).toBe(EDITS.length)
  })

  // A failure here means that a line of the product was changed: change the edit in tests/bench/mutants as well.
  test('quote text that occurs exactly once in its file, and change it', () => {
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

  test('have a description of what they break', () => {
    expect(EDITS.filter(({ why, survives }) => why === '' || survives === '')).toEqual([])
  })

  test('reach every module', () => {
    const modules = readdirSync('lib', { withFileTypes: true })
      // Most tests of these start several processes, so they are not fast.
      .filter((entry) => entry.isDirectory() && !['instances', 'redis'].includes(entry.name))
    const components = readdirSync('components', { withFileTypes: true })
      // The screens of the sign-in service are that service's own.
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

describe('an edit', () => {
  const edit = { file: 'a.ts', find: 'b', replace: '$&$&', why: 'it differs' }

  test('replaces its text as it is written', () => {
    expect(applyEdit('abc', edit)).toBe('a$&$&c')
  })

  test('throws if its text is missing or ambiguous, and names the file', () => {
    expect(() => applyEdit('ac', edit)).toThrow('a.ts contains "b" 0 times')
    expect(() => applyEdit('abcb', edit)).toThrow('a.ts contains "b" 2 times')
  })

  test('is read from a list by file', () => {
    expect(
      editsIn({
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

describe('the tests of an edit', () => {
  const DURATIONS = { 'tests/unit/site/build-site.test.ts': 900, 'tests/unit/site/tags.test.ts': 20 }
  const order = (file: string, ...tests: string[]) => likeliestFirst(file, tests, (test) => test, DURATIONS)

  test('are its own first, then those of its folder, its module and others, and quick ones before slow ones', () => {
    const tests = [
      'tests/unit/workspace/query/sorts.test.ts',
      'tests/unit/site/build-site.test.ts',
      'tests/unit/site/tags.test.ts',
    ]
    expect(order('lib/site/access.ts', ...tests, 'tests/unit/site/access.test.ts')).toEqual([
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
    expect(order('components/page/collection/row.tsx', body, links, table)).toEqual([table, links, body])
    expect(order('lib/page/collection/cells.ts', links, table, body)[0]).toBe(body)
  })

  test('leave out those that start processes of the site', () => {
    const left = [
      'tests/processes/a.test.ts',
      'tests/unit/tools/processes.test.ts',
      'tests/unit/workspace/fuzz.test.ts',
    ]
    expect([...left, 'tests/unit/sync/full.test.ts'].filter(isFast)).toEqual(['tests/unit/sync/full.test.ts'])
  })
})

test('every list of edits is part of the run', () => {
  const folder = 'tests/bench/mutants'
  const lists = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'edits.ts')
  const imported = readFileSync(path.join(folder, 'edits.ts'), 'utf8')
  expect(lists.filter((name) => !imported.includes(`'./${path.basename(name, '.ts')}'`))).toEqual([])
})
