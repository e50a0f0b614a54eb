import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { closedWorkspace, SECRET } from '@/tests/support/closed-workspace'
import { exportWorkspace, ROWS } from '@/tests/support/export-workspace'
import { startExportNginx } from '@/tests/support/nginx'
import { startPlainServer } from '@/tests/support/plain-server'
import { newFolder, runCommand } from '@/tests/support/site'
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

/** What visitors do on a site of {@link exportWorkspace}, with the title of one of its pages. Any line in the browser's console fails the test. */
async function visit(page: Page, url: string, title: string) {
  await page.goto(url)
  await expect(page.locator('html')).toHaveAttribute('data-static')
  const image = page.locator('.block-image img').nth(1)
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0)
  await page.locator('.picture button').last().focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('dialog[open] img')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('tab').nth(1).click()
  const list = page.locator('.collection-list li')
  await expect(list).toHaveCount(50)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(list).toHaveCount(ROWS)

  await page.locator('.page a', { hasText: '排版指南' }).first().click()
  await expect(page.locator('h1')).toHaveText('排版指南')
  await expect(page).toHaveURL(encodeURI(`${url}/排版指南`))
  await page.goto(encodeURI(`${url}/دليل-الميناء`))
  await expect(page.locator('h1')).toHaveText('دليل الميناء')

  await page.keyboard.press('Control+k')
  await expect(page.locator('dialog input')).toBeFocused()
  await page.keyboard.insertText('water')
  await expect(page.locator('dialog [role="option"]').first()).toContainText(title)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${url}/${title.toLowerCase()}`)
  await page.locator('.theme-toggle').click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')

  await page.goto(`${url}/search?q=water`)
  await expect(page.locator('main')).toContainText(title)
}

test('an export works behind nginx and behind a host without rules, and keeps what did not change', async ({
  page,
  expectConsole,
}) => {
  const [state, parent] = [newFolder('state'), newFolder('export')]
  const workspace = exportWorkspace()
  const dir = `${parent}/site`
  const first = await exportTo(dir, workspace.dir, state, '--host', 'nginx', '--without', 'social')
  expect(first).toMatchObject({ code: 0 })
  const nginx = await startExportNginx(dir)
  await visit(page, nginx.url, 'Quay')

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

  const times = () => filesOf(dir).map((file) => [file, statSync(path.join(dir, file)).mtimeMs])
  const before = times()
  const again = await exportTo(dir, workspace.dir, state, '--host', 'nginx', '--without', 'social')
  expect(again.stdout).toContain('nothing changed')
  expect(times()).toEqual(before)
  await nginx.stop()

  workspace.write({ title: 'Pier' })
  const renamed = await exportTo(dir, workspace.dir, state, '--without', 'social')
  expect(renamed).toMatchObject({ code: 0 })
  const times2 = new Map(times() as [string, number][])
  expect(before.filter(([file = '', time]) => times2.get(String(file)) === time).length).toBeGreaterThan(100)
  const plain = await startPlainServer(dir)
  await visit(page, plain.url, 'Pier')
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
  expect(stdout.match(/pages for members are left out/g)).toHaveLength(1)
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
