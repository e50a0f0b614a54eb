import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SECRET, writeClosedWorkspace } from '@/tests/support/closed-workspace'
import { createExportWorkspace } from '@/tests/support/export-workspace'
import { startExportNginx } from '@/tests/support/nginx'
import { startPlainServer } from '@/tests/support/plain-server'
import { listFiles, runExport } from '@/tests/support/run-export'
import { createFolder, runCommand } from '@/tests/support/site'
import { visitExport } from '@/tests/support/visit-export'
import { expect, test } from './test'

test('an export works on nginx and on a host without rules, and does not rewrite unchanged files', async ({
  page,
  expectConsole,
}) => {
  // Two exports, each of which prepares the site and starts Next.js: over a minute on a machine that does nothing else.
  test.setTimeout(300_000)
  const [state, parent] = [createFolder('state'), createFolder('export')]
  const workspace = createExportWorkspace()
  const dir = `${parent}/site`
  const first = await runExport(dir, workspace.dir, state, '--host', 'nginx', '--without', 'social')
  expect(first.code, first.stderr).toBe(0)
  const nginx = await startExportNginx(dir)
  await visitExport(page, nginx.url, 'Quay')

  const request = async (address: string) => {
    const response = await fetch(nginx.url + address, { redirect: 'manual' })
    return [response.status, response.headers.get('content-type'), response.headers.get('location')]
  }
  expect(await request('/none/there')).toEqual([404, 'text/html; charset=utf-8', null])
  expect(await request('/feed.json')).toEqual([200, 'application/json; charset=utf-8', null])
  expect(await request('/quay.md')).toEqual([200, 'text/markdown; charset=utf-8', null])
  expect(await request('/quay/')).toEqual([308, 'text/html; charset=utf-8', '/quay'])
  expect((await request('/colophon-export.json'))[0]).toBe(404)
  const home = await fetch(nginx.url)
  expect(home.headers.get('content-security-policy')).toBe("frame-ancestors 'self'")
  const html = await home.text()
  expect(html).toMatch(
    /<meta charset="utf-8"\/?><meta http-equiv="Content-Security-Policy" content="default-src 'self';/i,
  )
  expect(html).not.toContain('frame-ancestors')
  expect(html).not.toContain('og:image')
  const preloads = html.matchAll(/<link rel="preload"(?: href| as="image" imagesrcset)="[^"]*?([\w-]+)\.[^"]+"/gi)
  expect(Array.from(preloads, ([, name]) => name)).toEqual(['reading-400-normal', 'reading-600-normal', 'drawing'])
  // Next.js must not stream the metadata of this page, because the policy forbids the script that would insert it.
  expect(readFileSync(path.join(dir, 'search.html'), 'utf8').match(/<!--\$/g)).toEqual(['<!--$'])

  // Files that could contain scripts are exported with inert extensions, and SVG files as pictures.
  const names = listFiles(dir).filter((file) => file.startsWith('files/'))
  expect(names.map((file) => path.basename(file))).toEqual(
    expect.arrayContaining(['page.html.bin', 'notes.txt', 'drawing.svg.w1280.webp', 'view.webp.w640.webp']),
  )
  expect(names.filter((file) => /\.(?:svg|html)$/.test(file))).toEqual([])
  const drawing = names.find((file) => file.endsWith('drawing.svg.w1280.webp')) ?? ''
  expect(readFileSync(path.join(dir, drawing)).subarray(8, 12).toString()).toBe('WEBP')

  expect(readFileSync(path.join(dir, 'llms-full.txt'), 'utf8')).toMatch(/^# [^\n]+\n\n---\n/)

  const listTimes = () => listFiles(dir).map((file) => [file, statSync(path.join(dir, file)).mtimeMs])
  const before = listTimes()
  await nginx.stop()

  // The name of the other page is too long for a file system. The export reports it and writes all other files.
  const long = '排'.repeat(100)
  workspace.write({ title: 'Pier', more: long })
  const renamed = await runExport(dir, workspace.dir, state, '--without', 'social')
  expect(renamed.code).toBe(1)
  const messages = [`/${long}`, `/${long}.md`].map((each) => `${each} could not be exported: its name has 30`)
  for (const each of messages) expect(renamed.stderr).toContain(each)
  const newTimes = new Map(listTimes() as [string, number][])
  expect(before.filter(([file = '', time]) => newTimes.get(String(file)) === time).length).toBeGreaterThan(100)
  const plain = await startPlainServer(dir)
  await visitExport(page, plain.url, 'Pier')
  await page.goto(`${plain.url}/quay`)
  await expect(page).toHaveURL(`${plain.url}/pier`)
  await expect(page.locator('h1')).toHaveText('Pier')
  expectConsole(/Failed to load resource: the server responded with a status of 404/)
  await page.goto(`${plain.url}/none`)
  await expect(page.locator('h1')).toContainText('404')
  await plain.stop()
})

test('no exported file contains restricted content, and the members notice is printed once', async () => {
  // Exports a site.
  test.setTimeout(90_000)
  const { dir: workspaceDir, closed } = writeClosedWorkspace()
  const dir = `${createFolder('export')}/site`
  const { code, stdout } = await runExport(dir, workspaceDir, createFolder('state'), '--host', 'github')
  expect(code).toBe(0)
  expect(stdout.match(/Pages for members are left out/g)).toHaveLength(1)
  const secrets = new RegExp([SECRET, ...closed, ...closed.map((id) => id.replaceAll('-', ''))].join('|'), 'i')
  const files = listFiles(dir)
  expect(files).toEqual(expect.arrayContaining(['first.html', 'first.md', 'social/first.jpg', 'search/index.json']))
  for (const file of files) {
    expect(file).not.toMatch(secrets)
    expect(readFileSync(path.join(dir, file)).toString('latin1'), file).not.toMatch(secrets)
  }

  writeFileSync(`${dir}/../notes.txt`, '')
  const rejected = await runExport(path.dirname(dir), workspaceDir, createFolder('state'))
  expect([rejected.code, rejected.stderr]).toEqual([1, expect.stringContaining('was not written by an export')])
  const withoutAddress = await runCommand('export', { WORKSPACE_DIR: workspaceDir }, dir)
  expect([withoutAddress.code, withoutAddress.stderr]).toEqual([1, expect.stringContaining('SITE_URL is not set')])
})
