import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder, writeFiles } from '@/tests/support/folders'

/** Creates a project with a command, a worker, and a server module that both import. */
function createProject() {
  const dir = createTemporaryFolder()
  writeFiles(dir, {
    'cli/hello.ts': `import { name } from '../server/name'\nconsole.log(name)`,
    'server/workers/work.ts': `import { name } from '../name'\nconsole.log(name)`,
    'server/name.ts': `export const name: string = 'one'`,
    'package-lock.json': '{}',
    'lib/cache/cache-handler.ts': 'export default class {}',
    'components/errors/comment-page.tsx': 'export {}',
    'components/errors/error-pages.tsx': 'export {}',
    'components/site/sidebar-tree.tsx': 'export {}',
    'components/slots/colophon-site.tsx': 'export {}',
    'components/slots/slot-jsx.ts': 'export {}',
    'lib/search/static/search-static-index.ts': 'export {}',
    ...Object.fromEntries(
      [
        'early.ts',
        'start.ts',
        'react.tsx',
        'visits.ts',
        'site/overlays.ts',
        'html-blocks.ts',
        'diagrams.ts',
        'comments/comments.ts',
        'preview.ts',
        'base-path.ts',
        'site-islands.ts',
      ].map((name) => [`islands/${name}`, 'export {}']),
    ),
  })
  for (const name of ['compile', 'browser-scripts']) cpSync(`tools/${name}.mjs`, path.join(dir, `tools/${name}.mjs`))
  symlinkSync(path.resolve('node_modules'), path.join(dir, 'node_modules'))
  const runNode = (...args: string[]) => execFileSync(process.execPath, args, { cwd: dir, encoding: 'utf8' }).trim()
  return {
    dir,
    run(program: string) {
      runNode('--input-type=module', '-e', `await (await import('./tools/compile.mjs')).compileIfNeeded()`)
      return runNode(`dist/${program}.mjs`)
    },
  }
}

test('commands and workers are compiled again only if one of their source files has changed', () => {
  const { dir, run } = createProject()
  expect([run('hello'), run('work')]).toEqual(['one', 'one'])
  const compiled = path.join(dir, 'dist/hello.mjs')
  writeFileSync(compiled, `console.log('not compiled again')`)
  utimesSync(path.join(dir, 'server/name.ts'), new Date(), new Date())
  expect(run('hello')).toBe('not compiled again')

  writeFileSync(path.join(dir, 'server/name.ts'), `export const name: string = 'two'`)
  expect([run('hello'), run('work')]).toEqual(['two', 'two'])
  writeFiles(dir, { 'server/workers/more.ts': `console.log('more')` })
  expect(run('more')).toBe('more')
  // The compiled file of a deleted source file is deleted.
  rmSync(path.join(dir, 'cli/hello.ts'))
  run('work')
  expect(existsSync(compiled)).toBe(false)
  expect(readFileSync(path.join(dir, 'dist/inputs.json'), 'utf8')).toContain('server/name.ts')
})
