import { mkdirSync, writeFileSync } from 'node:fs'
import { newFolder, runCommand } from '@/tests/support/site'
import { expect, test } from './test'

const MISTAKES: [name: string, env: (dir: string) => Record<string, string>, says: RegExp][] = [
  ['no folder', (dir) => ({ WORKSPACE_DIR: `${dir}/none` }), /WORKSPACE_DIR/],
  ['an empty folder', (dir) => ({ WORKSPACE_DIR: dir }), /holds no record maps/],
  [
    'a root page that is not there',
    (dir) => {
      writeFileSync(`${dir}/page.json`, '{"block":{}}')
      return { WORKSPACE_DIR: dir, NOTION_ROOT_PAGE: '0'.repeat(32) }
    },
    /root|record map/i,
  ],
  ['a bad variable', () => ({ PORT: 'harbour', SITE_URL: 'nowhere' }), /PORT[\s\S]*SITE_URL/],
]

for (const [name, env, says] of MISTAKES) {
  test(`${name}: the site does not start, and says why in a sentence`, async () => {
    const dir = newFolder('mistake')
    mkdirSync(`${dir}/state`)
    const { code, stderr } = await runCommand('site', { STATE_DIR: `${dir}/state`, ...env(dir) })
    expect(code).toBe(1)
    expect(stderr).toMatch(says)
    expect(stderr).not.toMatch(/^\s+at /m)
  })
}
