import { mkdirSync, writeFileSync } from 'node:fs'
import { createFolder, runCommand } from '@/tests/support/site'
import { writePage } from '@/tests/support/workspaces'
import { expect, test } from './test'

const MISTAKES: [name: string, env: (dir: string) => Record<string, string>, message: RegExp][] = [
  ['a missing folder', (dir) => ({ WORKSPACE_DIR: `${dir}/none` }), /WORKSPACE_DIR/],
  ['an empty folder', (dir) => ({ WORKSPACE_DIR: dir }), /holds no record maps/],
  [
    'a missing root page',
    (dir) => {
      writeFileSync(`${dir}/page.json`, '{"block":{}}')
      return { WORKSPACE_DIR: dir, NOTION_ROOT_PAGE: '0'.repeat(32) }
    },
    /root|record map/i,
  ],
  [
    'a base path other than that of the build',
    () => ({ SITE_URL: 'http://localhost:3000/docs' }),
    /SITE_URL has the path \/docs, but the site was built for \/: .*--build-arg SITE_URL/,
  ],
  ['invalid variables', () => ({ PORT: 'harbour', SITE_URL: 'nowhere' }), /PORT[\s\S]*SITE_URL/],
]

for (const [name, env, message] of MISTAKES) {
  test(`${name}: the site does not start, and prints the reason without a stack trace`, async () => {
    const dir = createFolder('mistake')
    mkdirSync(`${dir}/state`)
    const { code, stderr } = await runCommand('site', { STATE_DIR: `${dir}/state`, ...env(dir) })
    expect(code).toBe(1)
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/^\s+at /m)
  })
}

test('`npm run build` ends, although its parent keeps an IPC channel to it open', async () => {
  expect((await runCommand('build', {})).code).toBe(0)
})

test('`npm run check` lists the problems of a workspace folder, and explains why a page is shown', async () => {
  // Five processes run one after the other.
  test.setTimeout(90_000)
  const dir = createFolder('check')
  mkdirSync(`${dir}/workspace`)
  const [root, one, two] = [1, 2, 3].map((digit) => `30000000-0000-4000-8000-00000000000${digit}`) as [
    string,
    string,
    string,
  ]
  writePage(`${dir}/workspace`, { id: root, title: 'Harbour', text: 'Welcome', children: [one, two] })
  writePage(`${dir}/workspace`, { id: one, title: 'Tides', parent: root, text: 'High at noon' })
  const env = { WORKSPACE_DIR: `${dir}/workspace`, STATE_DIR: `${dir}/state`, NOTION_ROOT_PAGE: root }
  const good = await runCommand('check', env)
  expect(good.code, good.stdout).toBe(0)

  writePage(`${dir}/workspace`, { id: two, title: 'Tides', parent: root, text: 'Low at six' })
  const bad = await runCommand('check', env)
  expect(bad.code).toBe(1)
  expect(bad.stdout).toContain('because another page has /tides')
  const json = JSON.parse((await runCommand('check', env, '--json')).stdout)
  expect(json.wrong).toEqual([expect.objectContaining({ kind: 'duplicate-path', page: two, preferredPath: 'tides' })])

  const page = await runCommand('check', env, '/tides')
  expect(page.code).toBe(0)
  expect(page.stdout).toContain('“Tides” (/tides) is shown to everyone')
  const none = await runCommand('check', env, '/none')
  expect(none.code).toBe(1)
  expect(none.stderr).toContain('There is no page “/none”')
})
