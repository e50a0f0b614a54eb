import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { table, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { writeWorkspace } from '@/cli/sample/output'
import { page as notionPage } from '@/cli/sample/pages'
import { openMembersSite, startMembersSite } from '../support/members-site'
import { listFiles } from '../support/run-export'
import { createFolder, type RunningSite, runCommand, startSite } from '../support/site'
import { writeSiteFolder } from '../support/site-folder'
import { expect, test } from './test'

const FONT = 'node_modules/@fontsource/tinos/files/tinos-latin-400-normal.woff2'
const STYLE = `@font-face { font-family: Own; src: url(fonts/own.woff2) format("woff2") }
:root { --accent: light-dark(#7a1f00, #ffb59c); --font-body: Own, serif }
.site-header { border-bottom: 3px solid var(--accent) }`
const HEAD = {
  metas: [{ name: 'verification', content: 'harbour' }],
  links: [{ rel: 'me', href: 'https://mastodon.example/@ann' }],
  scripts: [
    { inline: 'document.documentElement.dataset.inline = "ran"' },
    { src: '/own.js', attributes: { 'data-site': 'harbour' } },
    { inline: 'document.documentElement.dataset.members = "ran"', members: true },
  ],
  origins: { connect: ['https://statistics.example'], img: ['https://pictures.example'] },
}

const writeFolder = () =>
  writeSiteFolder({
    'theme.css': STYLE,
    'fonts/own.woff2': readFileSync(FONT),
    'head.json': JSON.stringify(HEAD),
    'messages/en.json': JSON.stringify({ 'site.madeWith': 'Set by hand.', 'search.keys.choose': 'pick' }),
    'public/own.js': 'document.documentElement.dataset.own = document.currentScript.dataset.site',
    'public/.well-known/security.txt': 'Contact: mailto:ann@example.com',
  })

function writeHarbour(): string {
  const workspaceDir = createFolder('harbour')
  const root = notionPage('Harbour', { key: 'home' }, [
    table([
      ['Look', ''],
      ['Accent', '#2f6f4e'],
    ]),
    text('Ships lie here'),
    notionPage('Quay', { key: 'quay' }, [text('Of stone')]),
  ])
  writeWorkspace(workspaceDir, buildWorkspace(root, { users: [], files: {} }))
  return workspaceDir
}

test.describe('a site with a folder', () => {
  let site: RunningSite
  let folder: string

  test.beforeAll(async () => {
    // Long enough for the start of a site on a busy machine.
    test.setTimeout(180_000)
    folder = writeFolder()
    const expectedOutput = [
      /^The site folder is not used as it is now: .*messages\/en\.json, line 1: /,
      /^The site folder is used again$/,
    ]
    site = await startSite({ workspaceDir: writeHarbour(), env: { SITE_DIR: folder }, expectedOutput })
  })
  test.afterAll(() => site.kill())

  test('has its style sheet, font, head, texts and files', async ({ page }) => {
    await page.goto(`${site.url}/quay`)
    await expect(page.locator('.site-header')).toHaveCSS('border-bottom-width', '3px')
    await expect(page.locator('.page-body')).toHaveCSS('font-family', /^Own/)
    // A font is requested by the first layout, which may come after the load event.
    await expect.poll(() => page.evaluate(() => document.fonts.check('16px Own'))).toBe(true)
    await expect(page.locator('html')).toHaveAttribute('data-inline', 'ran')
    await expect(page.locator('html')).toHaveAttribute('data-own', 'harbour')
    await expect(page.locator('head meta[name=verification]')).toHaveAttribute('content', 'harbour')
    await expect(page.locator('head link[rel=me]')).toHaveAttribute('href', 'https://mastodon.example/@ann')
    await expect(page.locator('.site-footer')).toContainText('Set by hand.')
    const policy = (await page.request.get(`${site.url}/quay`)).headers()['content-security-policy']
    expect(policy).toContain("connect-src 'self' https://statistics.example;")
    expect(policy).toContain("img-src 'self' https: data: https://pictures.example;")
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toContainText('pick')
  })

  test('the search page and error pages have it, too', async ({ page, expectConsole }) => {
    expectConsole(/status of 404/)
    for (const address of ['/search?q=stone', '/nowhere', '/nowhere.png']) {
      await page.goto(site.url + address)
      await expect(page.locator('link[rel=stylesheet][href*="/theme.css?v="]')).toBeAttached()
    }
    await page.goto(`${site.url}/search?q=stone`)
    await expect(page.locator('html')).toHaveAttribute('data-inline', 'ran')
  })

  test('files are sent with types, and what has a version is kept', async ({ request, page }) => {
    await page.goto(`${site.url}/quay`)
    const sheet = await page.locator('link[rel=stylesheet][href*="/theme.css?v="]').getAttribute('href')
    const css = await request.get(site.url + sheet)
    expect(css.headers()).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const [, font = ''] = /url\("([^"]+)"\)/.exec(await css.text()) ?? []
    const sent = await request.get(`${site.url}/${font}`)
    expect(sent.headers()).toMatchObject({ 'content-type': 'font/woff2', 'cache-control': /immutable/ })
    const file = await request.get(`${site.url}/.well-known/security.txt`)
    expect(await file.text()).toBe('Contact: mailto:ann@example.com')
    expect(file.headers()).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      'x-content-type-options': 'nosniff',
    })
    const etag = file.headers().etag ?? ''
    const again = await request.get(`${site.url}/.well-known/security.txt`, { headers: { 'if-none-match': etag } })
    expect(again.status()).toBe(304)
    for (const missing of ['/head.json', '/..%2Fhead.json', '/public/own.js', '/messages/en.json']) {
      expect((await request.get(site.url + missing)).status(), missing).toBe(404)
    }
    expect((await request.post(`${site.url}/own.js`)).status()).toBe(405)
  })

  test('a change is served without a build, and a mistake changes nothing', async ({ request }) => {
    const read = async (address = '/quay') => (await request.get(site.url + address)).text()
    const file = path.join(folder, 'messages/en.json')
    await read()
    writeFileSync(file, '{"site.madeWith": "Set again."}')
    await expect.poll(() => read()).toContain('Set again.')
    writeFileSync(file, '{"site.madeWit": "Broken."}')
    await expect.poll(() => site.output()).toContain('did you mean site.madeWith?')
    expect(await read()).toContain('Set again.')
    writeFileSync(file, '{"site.madeWith": "Set by hand."}')
    await expect.poll(() => site.output()).toContain('The site folder is used again')
    writeFileSync(path.join(folder, 'theme.css'), `${STYLE}\n.page { outline: 0 }`)
    await expect.poll(() => read('/theme.css')).toContain('.page { outline: 0 }')
    await expect.poll(() => read()).toContain('Set by hand.')
    writeFileSync(path.join(folder, 'public/new.txt'), 'new')
    expect(await read('/new.txt')).toBe('new')
  })
})

test('of the head, pages for members have only what says so, and sign-in has nothing', async () => {
  const { description, stop } = await startMembersSite({ SITE_DIR: writeFolder() })
  const { sendRequest } = openMembersSite(description)
  const [open, members, signIn] = await Promise.all([
    sendRequest('/quay'),
    sendRequest('/members/lounge', { as: 'mia' }),
    sendRequest('/sign-in'),
  ])
  const list = (html: string) => ({
    meta: html.includes('name="verification"'),
    inline: html.includes('dataset.inline'),
    own: html.includes('/own.js'),
    members: html.includes('dataset.members'),
    style: html.includes('/theme.css?v='),
  })
  expect(list(open.body)).toEqual({ meta: true, inline: true, own: true, members: true, style: true })
  expect(list(members.body)).toEqual({ meta: false, inline: false, own: false, members: true, style: true })
  expect(list(signIn.body)).toEqual({ meta: false, inline: false, own: false, members: false, style: true })
  expect(open.headers.get('content-security-policy')).toContain('https://statistics.example')
  expect(signIn.headers.get('content-security-policy')).not.toContain('https://statistics.example')
  await stop()
})

test('an export contains it', async () => {
  // Exports the site.
  test.setTimeout(180_000)
  const dir = path.join(createFolder('export'), 'out')
  const folder = writeFolder()
  const env = { SITE_URL: 'https://harbour.example', SITE_DIR: folder, WORKSPACE_DIR: writeHarbour() }
  const { code, stderr } = await runCommand('export', { ...env, STATE_DIR: createFolder('state') }, dir)
  expect(stderr).toBe('')
  expect(code).toBe(0)
  const files = listFiles(dir)
  expect(files).toEqual(expect.arrayContaining(['theme.css', 'own.js', '.well-known/security.txt', 'fonts/own.woff2']))
  const html = readFileSync(path.join(dir, 'quay.html'), 'utf8')
  expect(html).toContain('/theme.css?v=')
  expect(html).toContain('Set by hand.')
  rmSync(folder, { recursive: true })
})

test('a folder with a mistake is a start error that names the file', async () => {
  const SITE_DIR = writeSiteFolder({ 'head.json': '{\n"scripts": [{}]\n}' })
  const { code, stderr } = await runCommand('site', { SITE_DIR, WORKSPACE_DIR: writeHarbour(), PORT: '0' })
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^The site folder cannot be used:\n {2}- \S+head\.json, line 2: scripts\[0\] must have either src or inline\n$/,
  )
})

test('npm run check names mistakes and what has no effect', async () => {
  const SITE_DIR = writeSiteFolder({ 'site.json': '{"madeWit": false}', 'theme.css': ':root { --acent: red }' })
  const { code, stdout } = await runCommand('check', { SITE_DIR, WORKSPACE_DIR: writeHarbour() })
  expect(code).toBe(1)
  expect(stdout).toMatch(/✗ \S+site\.json, line 1: madeWit is no key: did you mean madeWith\?/)
  expect(stdout).toMatch(/! \S+theme\.css, line 1: --acent is no token, and nothing uses it: did you mean --accent\?/)
})

test('npm run site:new writes a folder once', async () => {
  const SITE_DIR = path.join(createFolder('new'), 'site')
  const first = await runCommand('site-new', { SITE_DIR }, '--theme', 'magazine')
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(path.join(SITE_DIR, 'site.json'), 'utf8')).toMatch(/^\{\n {2}"theme": "magazine",\n/)
  const second = await runCommand('site-new', { SITE_DIR })
  expect(second.code).toBe(1)
  expect(second.stderr).toContain('exists: remove it, or set SITE_DIR')
})
