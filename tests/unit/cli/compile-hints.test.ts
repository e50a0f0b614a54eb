import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { addCompileHints, BuildError } from '@/cli/lib/build'
import { createTemporaryFolder, writeFiles } from '../../support/folders'

function createBuild(manifest: unknown): string {
  const build = createTemporaryFolder()
  writeFiles(build, { 'build-manifest.json': manifest, 'first.js': 'first()', 'other.js': 'other()' })
  return build
}

test('addCompileHints marks the main scripts once, and no others', () => {
  const build = createBuild({ rootMainFiles: ['first.js'] })
  addCompileHints(build)
  addCompileHints(build)
  const readFile = (name: string) => readFileSync(path.join(build, name), 'utf8')
  expect(readFile('first.js')).toBe('//# allFunctionsCalledOnLoad\nfirst()')
  expect(readFile('other.js')).toBe('other()')
})

test.each([{}, { rootMainFiles: [] }, { rootMainFiles: 'first.js' }])(
  'addCompileHints throws an error with instructions for the manifest %j',
  (manifest) => {
    const build = createBuild(manifest)
    expect(() => addCompileHints(build)).toThrow(BuildError)
    expect(() => addCompileHints(build)).toThrow(`remove ${build} and build again`)
  },
)
