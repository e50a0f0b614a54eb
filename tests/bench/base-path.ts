import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { crawlSite, findAddresses } from '../support/crawl'
import { copyProject } from '../support/project-copy'
import { freePort, startSite } from '../support/site'
import { launchChromium } from './chromium'
import { atMost, type Measurement } from './measurements'

const BASE = '/handbook/v1.0'
const HOW = `Base path: a copy of the project, built and started with SITE_URL=http://localhost:PORT${BASE}. All addresses in documents, feeds, sitemap, manifest and Markdown copies are followed from the home page; then Chromium opens pages, searches, sorts a database and changes the theme.`
const PAGES = ['/', '/journal', '/kitchen-sink', '/search?q=type', '/tags']

/** Whether everything on a site below a path stays below it, and works there. The build takes too long for `npm test`. */
export async function measureBasePath(executablePath: string): Promise<Measurement[]> {
  const project = copyProject()
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const site = await startSite({ workspaceDir: 'workspace', project, port, env: { SITE_URL: origin + BASE } })
  const isOutside = (address: string) => address.startsWith(`${origin}/`) && !address.startsWith(`${origin}${BASE}/`)
  const crawled = await crawlSite(`${origin}${BASE}/`)
  const outside = [...crawled].flatMap(([from, { text }]) =>
    findAddresses(text, from)
      .filter(isOutside)
      .map((address) => `${address} (from ${from})`),
  )
  const broken = [...crawled]
    .filter(([, { status }]) => status !== 200)
    .map(([address, { status }]) => `${status} ${address}`)
  const visited = await visit(`${origin}${BASE}`, executablePath, isOutside)
  await site.stop()
  rmSync(project, { recursive: true, force: true })
  for (const each of [...outside, ...broken, ...visited]) console.log(each)
  const figure = atMost('base path', HOW)
  return [
    { ...figure('addresses followed', crawled.size, '', 300), limitIs: 'least' },
    figure('addresses outside of the path', outside.length, '', 0),
    figure('addresses that lead to no page or file', broken.length, '', 0),
    figure('errors and failed requests in Chromium', visited.length, '', 0),
  ]
}

/** Uses the site in Chromium. Returns all errors, and requests that failed or left the path. */
async function visit(site: string, executablePath: string, isOutside: (address: string) => boolean): Promise<string[]> {
  const browser = await launchChromium(executablePath)
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('request', (request) => isOutside(request.url()) && problems.push(`outside: ${request.url()}`))
  page.on('response', (response) => {
    if (response.url().startsWith(site) && response.status() >= 400)
      problems.push(`${response.status()}: ${response.url()}`)
  })
  // Other sites cannot be reached from every machine.
  await page.route(
    (url) => !url.href.startsWith(site),
    (route) => route.fulfill({ body: '' }),
  )
  for (const path of PAGES) await page.goto(site + path, { waitUntil: 'networkidle' })
  await use(page, site)
  await browser.close()
  return problems
}

/** Uses what needs script. Throws an error if something does not happen. */
async function use(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/`, { waitUntil: 'networkidle' })
  await page.locator('.theme-toggle').click()
  await page.waitForSelector('html[data-theme]')
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await page.locator('.site-header nav a').first().click()
  await page.waitForURL((url) => url.pathname.length > new URL(site).pathname.length + 1)
  await page.locator('button.search-button').click()
  await page.waitForSelector('dialog input:focus')
  await page.keyboard.type('paragraph')
  await page.locator('dialog [role="option"]', { hasText: 'paragraph' }).first().click()
  await page.waitForURL((url) => url.pathname.includes('paragraph'))
  if (!(await page.evaluate(() => Reflect.get(window, 'isSame')))) throw new Error('A link loaded a whole document')
  await page.goto(`${site}/journal`, { waitUntil: 'networkidle' })
  await page.locator('[role="tab"][aria-selected="false"]').first().click()
  await page.waitForLoadState('networkidle')
}
