import { rmSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { crawlSite, findAddresses } from '../support/crawl'
import { createExportWorkspace } from '../support/export-workspace'
import { startExportedSite } from '../support/exported-site'
import { startForwarder } from '../support/ports'
import { copyProject } from '../support/project-copy'
import { getPort, startProjectCommand, startSite } from '../support/site'
import { visitExport } from '../support/visit-export'
import { launchChromium } from './chromium'
import { atMost, type Measurement } from './measurements'

const BASE = '/handbook/v1.0'
const HOW = `Base path: a copy of the project, built and started with SITE_URL=http://localhost:PORT${BASE}. All addresses in documents, feeds, sitemap, manifest and Markdown copies are followed from the home page; then Chromium opens pages, searches, sorts a database and changes the theme. The same with an export of the sample behind nginx, and with one of a smaller workspace behind a host without rules.`
const PAGES = ['/', '/journal', '/kitchen-sink', '/search?q=type', '/tags']

/** Problems of a site below a path. */
interface Findings {
  followed: number
  outside: string[]
  broken: string[]
  /** Errors and failed requests in Chromium. */
  failed: string[]
}

/** Measures whether all addresses of a site below a path stay below it and work. The build takes too long for `npm test`. */
export async function measureBasePath(executablePath: string): Promise<Measurement[]> {
  const project = copyProject()
  const browser = await launchChromium(executablePath)
  // The site needs its address before it listens.
  const forwarder = await startForwarder()
  const url = forwarder.url + BASE
  const built = await startProjectCommand(project, 'build', { SITE_URL: url }).ended
  if (built.code !== 0) throw new Error(`The build failed:\n${built.stderr}`)
  const site = await startSite({ workspaceDir: 'workspace', project, env: { SITE_URL: url } })
  forwarder.setTarget(getPort(site))
  const served = await examine(url, browser, (page) => useSite(page, url))
  await site.stop()
  await forwarder.stop()

  const sample = await startExportedSite('workspace', 'nginx', { project, basePath: BASE })
  const exported = await examine(sample.url, browser, (page) => useSite(page, sample.url, { isStatic: true }))
  exported.failed.push(...(await checkNeighbors(sample.url)))
  await sample.stop()

  const harbour = await startExportedSite(createExportWorkspace().dir, 'plain', { project, basePath: BASE })
  const plain = await examine(harbour.url, browser, (page) => visitExport(page, harbour.url, 'Quay'))
  await harbour.stop()
  await browser.close()
  rmSync(project, { recursive: true, force: true })
  return [
    ...listMeasurements('base path', served, 300),
    ...listMeasurements('base path, export behind nginx', exported, 300),
    ...listMeasurements('base path, export on a host without rules', plain, 30),
  ]
}

function listMeasurements(of: string, { followed, outside, broken, failed }: Findings, least: number): Measurement[] {
  for (const each of [...outside, ...broken, ...failed]) console.log(each)
  const measurement = atMost(of, HOW)
  return [
    { ...measurement('addresses followed', followed, '', least), limitIs: 'least' },
    measurement('addresses outside of the path', outside.length, '', 0),
    measurement('broken addresses', broken.length, '', 0),
    measurement('errors and failed requests in Chromium', failed.length, '', 0),
  ]
}

/** Follows all addresses of a site, and uses it in Chromium. */
async function examine(site: string, browser: Browser, use: (page: Page) => Promise<void>): Promise<Findings> {
  const crawled = await crawlSite(`${site}/`)
  const outside = [...crawled].flatMap(([from, { text }]) =>
    findAddresses(text, from)
      .filter((address) => isOutside(address, site))
      .map((address) => `${address} (from ${from})`),
  )
  const broken = [...crawled]
    .filter(([, { status }]) => status !== 200)
    .map(([address, { status }]) => `${status} ${address}`)
  const failed = await visit(site, browser, use)
  return { followed: crawled.size, outside, broken, failed }
}
const isOutside = (address: string, site: string) =>
  address.startsWith(`${new URL(site).origin}/`) && !address.startsWith(`${site}/`)

/** Uses the site in Chromium. Returns all errors, and requests that failed or left the path. */
async function visit(site: string, browser: Browser, use: (page: Page) => Promise<void>): Promise<string[]> {
  const { origin } = new URL(site)
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('request', (request) => isOutside(request.url(), site) && problems.push(`outside: ${request.url()}`))
  page.on('response', (response) => {
    if (response.url().startsWith(site) && response.status() >= 400)
      problems.push(`${response.status()}: ${response.url()}`)
  })
  // Other sites cannot be reached from every machine.
  await page.route(
    (url) => url.origin !== origin,
    (route) => route.fulfill({ body: '' }),
  )
  const goto = page.goto.bind(page)
  page.goto = (url) => goto(url, { waitUntil: 'networkidle' })
  await use(page)
  await page.close()
  return problems
}

/** Uses controls that need scripts. Throws if one does not work. The links of a static site load documents. */
async function useSite(page: Page, site: string, { isStatic = false } = {}): Promise<void> {
  for (const path of PAGES) await page.goto(site + path)
  await page.goto(`${site}/`)
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
  const isSame = (await page.evaluate(() => Reflect.get(window, 'isSame'))) === true
  if (isSame === isStatic) throw new Error(isStatic ? 'A link loaded no document' : 'A link loaded a whole document')
  await page.goto(`${site}/journal`)
  await page.locator('[role="tab"][aria-selected="false"]').first().click()
  await page.waitForLoadState('networkidle')
}

/** Checks the responses of nginx above the path and at missing addresses. Returns the problems. */
async function checkNeighbors(site: string): Promise<string[]> {
  const bare = await fetch(site)
  const above = await fetch(new URL('/', site))
  const missing = await fetch(`${site}/none`)
  const found = [bare.status, bare.url, above.status, missing.status]
  const wanted = [200, `${site}/`, 404, 404]
  return found.flatMap((each, at) => (each === wanted[at] ? [] : [`above the path: ${each} instead of ${wanted[at]}`]))
}
