import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFolder, runCommand } from '@/tests/support/site'

/** Stands for the commands, whose packages are not installed. */
const REPORT = `
const { COLOPHON_PROJECT, WORKSPACE_DIR, SITE_URL } = process.env
console.log(JSON.stringify({ cwd: process.cwd(), args: process.argv.slice(2), COLOPHON_PROJECT, WORKSPACE_DIR, SITE_URL }))
`

let project = ''
beforeEach(() => {
  project = createFolder('project')
  const source = path.join(project, 'node_modules/colophon')
  mkdirSync(path.join(project, 'node_modules/next'), { recursive: true })
  mkdirSync(path.join(source, 'tools'), { recursive: true })
  for (const name of ['colophon.mjs', 'explain-error.mjs']) cpSync(`tools/${name}`, path.join(source, 'tools', name))
  write('node_modules/colophon/tools/run.mjs', REPORT)
  write('node_modules/colophon/package.json', '{}')
  write('node_modules/.package-lock.json', '{"version":1}')
  write('package.json', '{}')
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

const write = (file: string, text: string) => writeFileSync(path.join(project, file), text)

function run(env: Record<string, string>, ...args: string[]) {
  const command = path.join(project, 'node_modules/colophon/tools/colophon.mjs')
  return spawnSync(process.execPath, [command, ...args], {
    cwd: project,
    env: { PATH: process.env.PATH, ...env } as unknown as NodeJS.ProcessEnv,
    encoding: 'utf8',
  })
}

test('runs a command in a copy of the package, with the settings of the project and no others', () => {
  write('.env', 'SITE_URL=https://example.com')
  const { stdout, stderr, status } = run({}, 'export', 'out', '--host', 'netlify')
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  expect(JSON.parse(stdout)).toEqual({
    cwd: `${project}/.colophon`,
    args: ['export', 'out', '--host', 'netlify'],
    COLOPHON_PROJECT: project,
    SITE_URL: 'https://example.com',
  })
  expect(existsSync(path.join(project, '.colophon/node_modules/next'))).toBe(true)
})

test('replaces the copy when the list of installed packages changes, and only then', () => {
  run({}, 'build')
  write('.colophon/built', '')
  run({}, 'build')
  expect(existsSync(path.join(project, '.colophon/built'))).toBe(true)
  write('node_modules/.package-lock.json', '{"version":2}')
  run({}, 'build')
  expect(existsSync(path.join(project, '.colophon/built'))).toBe(false)
})

test('copies again after a copy that was stopped', () => {
  run({}, 'build')
  rmSync(path.join(project, '.colophon/package-lock.json'))
  rmSync(path.join(project, '.colophon/tools'), { recursive: true })
  expect(run({}, 'build').status).toBe(0)
})

test.each([
  ['an unknown command', 'next', 'publish', /^There is no command "publish": npx colophon --help/],
  ['an unknown option', 'next', '--halp', /^There is no command "--halp": npx colophon --help/],
  ['no command', 'next', '', /^The name of a command is missing: npx colophon --help/],
  ['a folder without package.json', 'package.json', 'build', /has no package\.json/],
  ['a clone', 'node_modules/next', 'build', /not beside/],
])('refuses %s, and writes nothing', (_, missing, command, message) => {
  rmSync(path.join(project, missing), { recursive: true, force: true })
  const { status, stderr } = run({}, command)
  expect(status).toBe(1)
  expect(stderr).toMatch(message)
  expect(existsSync(path.join(project, '.colophon'))).toBe(false)
})

test('--help lists each command in a line', () => {
  const { status, stdout, stderr } = run({}, '--help')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^npx colophon COMMAND\n\n {2}dev {7}serves the site with hot reload\n {2}build {5}\w/)
  expect(stdout.match(/^ {2}\S+ +\S.+$/gm)).toHaveLength(11)
})

test('commands find the site folder in the project', async () => {
  const { code, stdout } = await runCommand('site-new', { COLOPHON_PROJECT: project, SITE_DIR: '' })
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^site is the folder of your site/m) })
  expect(existsSync(path.join(project, 'site/theme.css'))).toBe(true)
  const unwritable = await runCommand('site-new', { SITE_DIR: '/proc/x' })
  const sentence = /^\/proc\/x cannot be written \(E[A-Z]+\): set SITE_DIR to another folder\n$/
  expect(unwritable).toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) })
})
