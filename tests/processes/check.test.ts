import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pageId } from '@/cli/sample/ids'
import { findPreview } from '@/lib/auth/previews'
import { readEnv } from '@/lib/settings/env'
import { removeComponents } from '@/tools/site-components.mjs'
import { createTemporaryFolder, writeFiles } from '../support/folders'
import { writePreviewWorkspace } from '../support/preview-workspace'
import { createId } from '../support/records'

/** Writes a page with a broken link. */
function writeWorkspaceWithBrokenLink(dir = createTemporaryFolder(), name = 'Root'): string {
  const [id, textId] = [createId(name), createId('text')]
  const top = { id, type: 'page', parent_id: createId('space'), parent_table: 'space', alive: true, content: [textId] }
  const text = { id: textId, type: 'text', parent_id: id, parent_table: 'block', alive: true }
  const block = {
    [id]: { role: 'reader', value: { ...top, properties: { title: [[name]] } } },
    [textId]: { role: 'reader', value: { ...text, properties: { title: [['our prices', [['a', '/none']]]] } } },
  }
  writeFileSync(path.join(dir, `${id}.json`), JSON.stringify({ block }))
  return dir
}

/** Runs the command of `npm run check` with a misspelled setting, and pipes its output through a program. */
function runCheck(through: string, more: Record<string, string> = {}) {
  const { PATH, HOME } = process.env
  const env = {
    PATH,
    HOME,
    NODE_ENV: 'production' as const,
    WORKSPACE_DIR: writeWorkspaceWithBrokenLink(),
    SITE_ACENT: '#000',
    ...more,
  }
  const command = `"${process.execPath}" tools/run.mjs check | ${through}`
  return spawnSync('sh', ['-c', command], { encoding: 'utf8', env: { ...env, STATE_DIR: createTemporaryFolder() } })
}

test('check describes a broken link by its text, its page and their addresses in Notion', () => {
  const { stdout, stderr } = runCheck('cat')
  const address = `https://www.notion.so/${createId('Root').replaceAll('-', '')}`
  expect(stdout).toContain(`/ · Root · ${address}\n`)
  expect(stdout).toContain(
    '✗ The link “our prices” leads to /none, which is not a page of the site; correct the link, or remove it\n',
  )
  expect(stdout).toContain(`${address}#${createId('text').replaceAll('-', '')}\n`)
  expect(stderr).toMatch(/^SITE_ACENT is not a setting and is ignored: did you mean SITE_ACCENT\?$/m)
})

test('check lists all mistakes of a site folder, also of its components, and what it has read', () => {
  const siteDir = createTemporaryFolder()
  writeFiles(siteDir, {
    'theme.css': ':root { --acent: red }',
    'site.json': '{ "titel": "Harbor" }',
    'components/Headr.tsx': 'export default () => null',
    'components/Footer.tsx': "import 'node:fs'\nexport default () => null",
    'islands/Counter.tsx': "import { Icon } from 'colophon/site'\nexport default () => <Icon />",
  })
  const { stdout } = runCheck('cat', { SITE_DIR: siteDir })
  const shown = stdout.replaceAll(path.relative(process.cwd(), siteDir), 'site')
  expect(shown).toContain('Site folder site: theme.css, site.json, components (Footer, Headr), islands (Counter)\n')
  for (const mistake of [
    '✗ site/site.json, line 1: ',
    '✗ site/components/Headr.tsx: there is no slot Headr',
    '✗ site/components/Footer.tsx:1: A component cannot import node:fs',
    '✗ site/islands/Counter.tsx:1: An island runs in the browser',
    '! site/theme.css, line 1: --acent is no token',
    '✗ The link “our prices” leads to /none',
  ]) {
    expect(shown).toContain(mistake)
  }
})

test('check lists links of site.json that lead nowhere, and components that are no function', () => {
  const siteDir = createTemporaryFolder()
  writeFiles(siteDir, {
    'site.json': '{ "navigation": [{ "title": "News", "href": "/news" }] }',
    'components/Footer.tsx': 'export default 7',
    'components/block/calout.tsx': 'export default () => null',
  })
  onTestFinished(() => removeComponents(siteDir))
  const { stdout } = runCheck('cat', { SITE_DIR: siteDir })
  expect(stdout).toContain('✗ site.json: navigation[0].href leads to no page: /news\n')
  expect(stdout).toContain('Footer.tsx: The default export is no function\n')
  expect(stdout).toContain('calout.tsx: the site has no block of the type calout: did you mean callout?\n')
})

test('check prints no stack trace if the program that reads its output ends first', () => {
  expect(runCheck('true').stderr).not.toMatch(/EPIPE|\n {4}at /)
  // Node.js ignores the error of the first write. Later ones would print a stack trace.
  const program = `
    import { endWithOutput } from './cli/lib/end-with-output'
    endWithOutput()
    setInterval(() => console.log('line'), 5)`
  const command = `"${process.execPath}" --import tsx --input-type=module --eval "$0" | true`
  expect(spawnSync('sh', ['-c', command, program], { encoding: 'utf8', timeout: 20_000 }).stderr).toBe('')
})

test.each([
  [
    'Access',
    0,
    '· The database “Rows”: restricted by “Access”: 1 of 1 row is not open to everyone',
    'Nothing is wrong',
  ],
  ['Acces', 1, '· The database “Rows”: restricted by “Acces”: 1 of 1 row is not open to everyone', '1 thing is wrong'],
  [
    'Notes',
    0,
    '· The database “Rows”: no property and no table restricts who may read the rows: 1 of 1 row is open to everyone',
    'Nothing is wrong',
  ],
])('check lists what a property named %s protects, and exits with %i', (name, status, line, verdict) => {
  const dir = createTemporaryFolder()
  const [root, rows, row] = [createId('Root'), createId('Rows'), createId('Row')]
  const page = { type: 'page', alive: true }
  const block = {
    [root]: { value: { ...page, id: root, parent_id: createId('space'), parent_table: 'space' } },
    [row]: {
      value: { ...page, id: row, parent_id: rows, parent_table: 'collection', properties: { a: [['Members']] } },
    },
  }
  const property = { name, type: 'select', options: [{ value: 'Members' }] }
  const schema = { title: { name: 'Name', type: 'title' }, a: property }
  const database = { id: rows, name: [['Rows']], parent_id: root, parent_table: 'block', schema }
  writeFileSync(path.join(dir, `${root}.json`), JSON.stringify({ block, collection: { [rows]: { value: database } } }))
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, NODE_ENV: 'production' as const, WORKSPACE_DIR: dir, STATE_DIR: createTemporaryFolder() }
  const run = spawnSync(process.execPath, ['tools/run.mjs', 'check'], { encoding: 'utf8', env })
  expect(run.stdout).toContain(line)
  expect(run.stdout).toContain(verdict)
  expect(run.status).toBe(status)
})

test('the preparation logs which setting is needed if a workspace has several top-level pages', () => {
  const { PATH, HOME } = process.env
  const dir = createTemporaryFolder()
  for (const name of ['Handbook', 'Footer']) writeWorkspaceWithBrokenLink(dir, name)
  const env = { PATH, HOME, NODE_ENV: 'production' as const, WORKSPACE_DIR: dir, STATE_DIR: createTemporaryFolder() }
  const { stderr } = spawnSync(process.execPath, ['dist/prepare.mjs'], { encoding: 'utf8', env })
  expect(stderr).toMatch(/^2 pages are at the top level of the workspace .* set NOTION_ROOT_PAGE .*“Handbook”/m)
})

test('check --setup lists each part, and exits with 1 if one is invalid', () => {
  const run = (more: Record<string, string>) => {
    const { PATH, HOME } = process.env
    const env = { PATH, HOME, NODE_ENV: 'production' as const, STATE_DIR: createTemporaryFolder(), ...more }
    return spawnSync(process.execPath, ['tools/run.mjs', 'check', '--setup'], { encoding: 'utf8', env })
  }
  const good = run({ WORKSPACE_DIR: writeWorkspaceWithBrokenLink(), SITE_ACENT: '#000' })
  expect(good.stdout.split('\n').map((line) => line.split(':')[0])).toEqual([
    '✓ Versions',
    '! Settings',
    '✓ Workspace',
    '– Pages',
    '– Site folder',
    '✓ Disk',
    '✓ Fonts',
    expect.stringMatching(/^[✓!] Port$/),
    '– Sign-in',
    '– Redis',
    '! Public address',
    '',
  ])
  expect([good.status, good.stderr]).toEqual([0, ''])
  const wrong = run({ SITE_LOCALE: 'xx', PORT: 'none' })
  expect(wrong.stdout).toMatch(/^✓ Versions.*\n✗ Settings: PORT .*\n✗ Settings: SITE_LOCALE .*\n$/)
  expect([wrong.status, wrong.stderr]).toEqual([1, ''])
})

test('check --preview prints a preview link of a draft, or why there is none', async () => {
  const { PATH, HOME } = process.env
  const dir = createTemporaryFolder()
  writePreviewWorkspace(dir)
  const more = { WORKSPACE_DIR: dir, STATE_DIR: createTemporaryFolder(), SITE_SECRET: 'a-secret-of-the-tests' }
  const env = { PATH, HOME, NODE_ENV: 'production' as const, SITE_URL: 'https://site.example', ...more }
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['tools/run.mjs', 'check', ...args], { encoding: 'utf8', env })
  const { stdout, status } = run('letter', '--preview', '--subpages', '--expires', '1h')
  expect(stdout).toMatch(/^https:\/\/site\.example\/preview\/[\w~-]+\n$/)
  expect(status).toBe(0)
  const found = await findPreview(stdout.trim().split('/').at(-1) ?? '', readEnv(env, '/'))
  expect(found?.viewer.preview).toMatchObject({ page: pageId('letter'), hasSubpages: true })
  for (const [args, message] of [
    [['open', '--preview'], 'The page is published'],
    [['letter', '--preview', '--expires', '91d'], 'A link can be valid for 1 hour (1h) to 90 days (90d)'],
    [['--preview'], 'npm run check -- PAGE --preview'],
    [['letter', '--subpages'], 'npm run check -- PAGE --preview'],
  ] as const) {
    const wrong = run(...args)
    expect([wrong.status, wrong.stdout]).toEqual([1, ''])
    expect(wrong.stderr).toContain(message)
  }
})
