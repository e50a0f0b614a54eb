import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createFolder } from '@/tests/support/site'

const FOOTER = 'export default function Footer() { return <footer>A footer of the project</footer> }\n'
/** Settings of the machine that runs the tests, which a project does not have. */
const { SITE_DIR: _, WORKSPACE_DIR: __, STATE_DIR: ___, ...ENV } = process.env

test('a project with one dependency is built with its components, and exported', {
  timeout: 1_200_000,
}, () => {
  const project = createFolder('project')
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, {
      cwd: project,
      env: { ...ENV, NODE_ENV: 'production', SITE_URL: 'https://example.com' },
      encoding: 'utf8',
    })
  try {
    const root = process.cwd()
    execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', project], { cwd: root, stdio: 'ignore' })
    const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'))
    writeFileSync(
      path.join(project, 'package.json'),
      JSON.stringify({ private: true, dependencies: { colophon: `file:${tarball}` } }),
    )
    run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error')
    run('npx', 'colophon', 'site-new')
    mkdirSync(path.join(project, 'site/components'), { recursive: true })
    writeFileSync(path.join(project, 'site/components/Footer.tsx'), FOOTER)
    run('npx', 'colophon', 'build')
    expect(run('npx', 'colophon', 'export', 'out', '--host', 'netlify')).toContain(`${project}/out`)
    expect(readFileSync(path.join(project, 'out/index.html'), 'utf8')).toContain('A footer of the project')
    expect(readdirSync(project).sort()).toEqual(
      expect.arrayContaining(['.colophon', '.state', 'node_modules', 'out', 'package.json', 'site']),
    )
    // Whatever is built lies in the project, and nothing in the package.
    expect(readdirSync(path.join(project, 'node_modules/colophon'))).not.toContain('.next')
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})
