import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { closedWorkspace, SECRET } from '@/tests/support/closed-workspace'
import { exportWorkspace } from '@/tests/support/export-workspace'
import { startExportNginx } from '@/tests/support/nginx'
import { startPlainServer } from '@/tests/support/plain-server'
import { newFolder, runCommand } from '@/tests/support/site'
import { visitExport } from '@/tests/support/visit-export'
import { expect, test } from './test'

/** Exports a workspace into a folder, as `npm run export` does. */
function exportTo(dir: string, workspaceDir: string, stateDir: string, ...options: string[]) {
  const env = {
    SITE_URL: 'https://harbour.example',
    SITE_SECRET: 'known to the server only',
    WORKSPACE_DIR: workspaceDir,
    STATE_DIR: stateDir,
  }
  return runCommand('export', env, dir, ...options)
}

const filesOf = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .sort()

test('an export works behind nginx and behind a host without rules, and keeps what did not change', async ({
  page,
  expectConsole,
}) => {
  test.setTimeout(300_000)
  const [state, parent] = [newFolder('state'), newFolder('export')]
  const workspace = exportWorkspace()
  const dir = `${parent}/site`
  const first = await exportTo(dir, workspace.dir, state, '--host', 'nginx', '--without', 'social')
  expect(first).toMatchObject({ code: 0 })
  const nginx = await startExportNginx(dir)
  await visitExport(page, nginx.url, 'Quay')

  const get = async (address: string) => {
    const response = await fetch(nginx.url + address, { redirect: 'manual' })
    return [response.status, response.headers.get('content-type'), response.headers.get('location')]
  }
  expect(await get('/none/there')).toEqual([404, 'text/html; charset=utf-8', null])
  expect(await get('/feed.json')).toEqual([200, 'application/json; charset=utf-8', null])
  expect(await get('/quay.md')).toEqual([200, 'text/markdown; charset=utf-8', null])
  expect(await get('/quay/')).toEqual([308, 'text/html; charset=utf-8', '/quay'])
  expect((await get('/colophon-export.json'))[0]).toBe(404)
  const home = await fetch(nginx.url)
  expect(home.headers.get('content-security-policy')).toBe("frame-ancestors 'self'")
  const html = await home.text()
  expect(html).toMatch(
    /<meta charset="utf-8"\/?><meta http-equiv="Content-Security-Policy" content="default-src 'self';/i,
  )
  expect(html).not.toContain('frame-ancestors')
  expect(html).not.toContain('og:image')
  // Next.js wrote the metadata of this page at once: it waits for no script, which the policy would not allow.
  expect(readFileSync(path.join(dir, 'search.html'), 'utf8').match(/<!--\$/g)).toEqual(['<!--$'])

  // Files that could run scripts have names that browsers do not run, and drawings are pictures.
  const names = filesOf(dir).filter((file) => file.startsWith('files/'))
  expect(names.map((file) => path.basename(file))).toEqual(
    expect.arrayContaining(['page.html.bin', 'notes.txt', 'drawing.svg.w1280.webp', 'view.webp.w640.webp']),
  )
  expect(names.filter((file) => /\.(?:svg|html)$/.test(file))).toEqual([])
  const drawing = names.find((file) => file.endsWith('drawing.svg.w1280.webp')) ?? ''
  expect(readFileSync(path.join(dir, drawing)).subarray(8, 12).toString()).toBe('WEBP')

  expect(readFileSync(path.join(dir, 'llms-full.txt'), 'utf8')).toMatch(/^# [^\n]+\n\n---\n/)

  const times = () => filesOf(dir).map((file) => [file, statSync(path.join(dir, file)).mtimeMs])
  const before = times()
  const again = await exportTo(dir, workspace.dir, state, '--host', 'nginx', '--without', 'social')
  expect(again.stdout).toContain('nothing changed')
  expect(times()).toEqual(before)
  await nginx.stop()

  // No file system takes the name of the other page, which is named, and the rest is exported.
  const long = '排'.repeat(100)
  workspace.write({ title: 'Pier', more: long })
  const renamed = await exportTo(dir, workspace.dir, state, '--without', 'social')
  expect(renamed.code).toBe(1)
  const named = [`/${long}`, `/${long}.md`].map((each) => `${each} could not be exported: its name has 30`)
  for (const each of named) expect(renamed.stderr).toContain(each)
  const times2 = new Map(times() as [string, number][])
  expect(before.filter(([file = '', time]) => times2.get(String(file)) === time).length).toBeGreaterThan(100)
  const plain = await startPlainServer(dir)
  await visitExport(page, plain.url, 'Pier')
  await page.goto(`${plain.url}/quay`)
  await expect(page).toHaveURL(`${plain.url}/pier`)
  await expect(page.locator('h1')).toHaveText('Pier')
  expectConsole(/Failed to load resource: the server responded with a status of 404/)
  await page.goto(`${plain.url}/none`)
  await expect(page.locator('h1')).toContainText('404')
  await plain.stop()

  workspace.write({ link: '/no-such-page' })
  const broken = await exportTo(dir, workspace.dir, state, '--without', 'social')
  expect(broken.code).toBe(1)
  expect(broken.stderr).toContain('index.html links to /no-such-page')
  expect(existsSync(`${dir}/pier.html`)).toBe(true)
})

test('no file of an export contains anything of what is closed, and members are told of once', async () => {
  const { dir: workspaceDir, closed } = closedWorkspace()
  const dir = `${newFolder('export')}/site`
  const { code, stdout } = await exportTo(dir, workspaceDir, newFolder('state'), '--host', 'github')
  expect(code).toBe(0)
  expect(stdout.match(/Pages for members are left out/g)).toHaveLength(1)
  const secrets = new RegExp([SECRET, ...closed, ...closed.map((id) => id.replaceAll('-', ''))].join('|'), 'i')
  const files = filesOf(dir)
  expect(files).toEqual(expect.arrayContaining(['first.html', 'first.md', 'social/first.jpg', 'search/index.json']))
  for (const file of files) {
    expect(file).not.toMatch(secrets)
    expect(readFileSync(path.join(dir, file)).toString('latin1'), file).not.toMatch(secrets)
  }

  writeFileSync(`${dir}/../notes.txt`, '')
  const refused = await exportTo(path.dirname(dir), workspaceDir, newFolder('state'))
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('was not written by an export')])
  const nowhere = await runCommand('export', { WORKSPACE_DIR: workspaceDir }, dir)
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('SITE_URL is not set')])
})
