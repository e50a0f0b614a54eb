import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BuildError } from '@/cli/lib/build-error'
import { addCompileHints } from '@/cli/lib/compile-hints'
import { temporaryFolder, writeFiles } from '../../support/folders'

function buildWith(manifest: unknown): string {
  const build = temporaryFolder()
  writeFiles(build, { 'build-manifest.json': manifest, 'first.js': 'first()', 'other.js': 'other()' })
  return build
}

test('the scripts that every page begins with are marked, once, and no others', () => {
  const build = buildWith({ rootMainFiles: ['first.js'] })
  addCompileHints(build)
  addCompileHints(build)
  const textOf = (name: string) => readFileSync(path.join(build, name), 'utf8')
  expect(textOf('first.js')).toBe('//# allFunctionsCalledOnLoad\nfirst()')
  expect(textOf('other.js')).toBe('other()')
})

test.each([{}, { rootMainFiles: [] }, { rootMainFiles: 'first.js' }])(
  'a build of %j is refused with what to do',
  (manifest) => {
    const build = buildWith(manifest)
    expect(() => addCompileHints(build)).toThrow(BuildError)
    expect(() => addCompileHints(build)).toThrow(`remove ${build} and build again`)
  },
)
