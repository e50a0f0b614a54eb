import { readFileSync } from 'node:fs'
import path from 'node:path'
import { callout, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { date } from '@/cli/sample/inline'
import { writeWorkspace } from '@/cli/sample/output'
import { page as createPage, database, row } from '@/cli/sample/pages'
import { writeFiles } from '@/tests/support/folders'
import { listFiles } from '@/tests/support/run-export'
import { createFolder, type RunningSite, runCommand, startSite } from '@/tests/support/site'
import { compileComponents, removeComponents } from '@/tools/site-components.mjs'
import { expect, test } from './test'

const COMPONENTS = {
  'components/Header.tsx': `
    import { type HeaderProps, Navigation, SearchButton, ThemeToggle } from 'colophon/site'
    export default ({ site, current }: HeaderProps) => (
      <header className="site-header" data-current={current?.title}>
        <a className="site-name" href={site.path}>Own {site.title}</a>
        <Navigation />
        <SearchButton />
        <ThemeToggle />
      </header>
    )`,
  'components/Footer.tsx': "export default () => { throw new Error('low tide') }",
  'components/Card.tsx': `
    import type { CardProps } from 'colophon/site'
    export default ({ path, title, place }: CardProps) => <a href={path}>{place + 1}. {title}</a>`,
  'components/Home.tsx': `
    import type { HomeProps } from 'colophon/site'
    export default ({ posts, content }: HomeProps) => (
      <>
        <ol className="newest">{posts.map(({ path, title }) => <li key={path}>{title}</li>)}</ol>
        {content}
      </>
    )`,
  'components/PageHeader.tsx': `
    import type { PageHeaderProps } from 'colophon/site'
    export default ({ text, date, actions }: PageHeaderProps) => (
      <header className="own-title">
        <h1>{text}</h1>
        {date && <time dateTime={date.iso}>{date.text}</time>}
        {actions}
      </header>
    )`,
  'components/NotFound.tsx': `
    import type { NotFoundProps } from 'colophon/site'
    export default ({ status, site }: NotFoundProps) => <h1>{status} at {site.title}</h1>`,
  'components/block/callout.tsx': `
    import { type BlockProps, Island } from 'colophon/site'
    export default ({ text, children, Default }: BlockProps) => (
      <aside>
        <strong>{text}</strong>
        <Island name="Counter" props={{ start: 3 }} />
        <Default />
      </aside>
    )`,
  'islands/Counter.tsx': `
    import { useState } from 'react'
    export default function Counter({ start }: { start: number }) {
      const [count, setCount] = useState(start)
      return <button type="button" onClick={() => setCount(count + 1)}>{\`Boats: \${count}\`}</button>
    }`,
}

const dir = createFolder('components')
const siteDir = createFolder('components-site')
const harbour = createPage('Harbour', { key: 'home' }, [
  createPage('Quay', { key: 'quay' }, [callout('⚓', 'Mind the gap'), text('Between')]),
  createPage('Pier', { key: 'pier' }, [
    text('Nothing to operate'),
    database('Boats', {
      key: 'boats',
      schema: { Name: { type: 'title' }, Date: { type: 'date' } },
      views: (['gallery', 'list', 'table'] as const).map((type) => ({ type, name: type, show: ['Name', 'Date'] })),
      rows: Array.from({ length: 60 }, (_, at) =>
        row(`Boat ${at}`, { Date: date(`${1960 + at}-05-01`) }, [], { key: `boat-${at}` }),
      ),
    }),
  ]),
])
writeWorkspace(dir, buildWorkspace(harbour))
writeFiles(siteDir, COMPONENTS)

let site: RunningSite
// One worker runs these tests, because its site is expensive to start.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  // Long enough for the start of a site on a busy machine.
  test.setTimeout(180_000)
  await compileComponents(siteDir)
  site = await startSite({
    workspaceDir: dir,
    env: { SITE_DIR: siteDir },
    expectedOutput: [/^The component \S+Footer\.tsx failed \(low tide\): the built-in part is shown in its place$/],
  })
})
test.afterAll(async () => {
  await site.kill()
  removeComponents(siteDir)
})

test('a header is drawn on pages, lists and the search page, and its parts respond', async ({ page }) => {
  await page.goto(`${site.url}/quay`)
  await expect(page.locator('.site-header')).toHaveAttribute('data-current', 'Quay')
  await expect(page.locator('.site-name')).toHaveText('Own Harbour')
  await page.locator('.theme-toggle').click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', /light|dark/)
  await page.locator('.search-button').click()
  await expect(page.locator('dialog.search')).toBeVisible()
  for (const address of ['/', '/search?q=mind']) {
    const html = await (await fetch(site.url + address)).text()
    expect(html, address).toContain('Own Harbour')
  }
})

test('a footer that throws is replaced by the built-in one, and logged once', async ({ page }) => {
  await page.goto(`${site.url}/pier`)
  await expect(page.locator('footer.site-footer')).toContainText('Harbour')
  expect(site.output().match(/Footer\.tsx failed/g)).toHaveLength(1)
})

test('a block is drawn with its built-in form, and its island responds to the first click', async ({ page }) => {
  const scripts: string[] = []
  page.on(
    'request',
    (request) => void (/\/(?:react|\w+-islands-Counter)-\w+\.js$/.test(request.url()) && scripts.push(request.url())),
  )
  await page.goto(`${site.url}/quay`)
  const aside = page.locator('aside')
  await expect(aside.locator('> strong')).toHaveText('Mind the gap')
  await expect(aside.locator('.block-callout')).toContainText('Mind the gap')
  expect(scripts).toEqual([])
  await aside.getByRole('button').click()
  await expect(aside.getByRole('button')).toHaveText('Boats: 4')
  await aside.getByRole('button').press('Enter')
  await expect(aside.getByRole('button')).toHaveText('Boats: 5')
  expect(scripts).toHaveLength(2)
})

test('rows of galleries and lists are cards of the component, also those that the browser loads', async ({ page }) => {
  await page.goto(`${site.url}/pier`)
  const cards = page.locator('.collection .card-list > li')
  await expect(cards.first()).toHaveText('1. Boat 0')
  const shown = await cards.count()
  await page.locator('.collection-more').click()
  await expect(cards.nth(shown)).toHaveText(`${shown + 1}. Boat ${shown}`)
  await expect(cards.nth(shown)).toBeFocused()
  await page.getByRole('tab', { name: 'list' }).click()
  await expect(page.locator('.collection-list.card-list > li').nth(1)).toHaveText('2. Boat 1')
  await page.getByRole('tab', { name: 'table' }).click()
  await expect(page.locator('.collection-table')).toContainText('Boat 1')
  await expect(cards).toHaveCount(0)
  const html = await (await fetch(`${site.url}/boat-7`)).text()
  expect(html).toContain('<h1>Boat 7</h1><time dateTime="1967-05-01T00:00:00.000Z">May 1, 1967</time><details')
})

test('the home page gets the newest pages with a date, and the header of a page its menu', async ({ page }) => {
  await page.goto(site.url)
  await expect(page.locator('.newest li')).toHaveCount(12)
  await expect(page.locator('.newest li').first()).toHaveText('Boat 59')
  await page.goto(`${site.url}/quay`)
  await page.locator('.own-title .page-actions summary').click()
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
})

test('a page without an island has nothing of islands', async () => {
  const html = await (await fetch(`${site.url}/pier`)).text()
  expect(html).not.toContain('site-island')
  const copy = await (await fetch(`${site.url}/quay.md`)).text()
  expect(copy).toContain('> ⚓ Mind the gap')
})

test('the page for an unknown address has the heading of the component', async ({ page, expectConsole }) => {
  expectConsole(/404/)
  await page.goto(`${site.url}/none`)
  await expect(page.locator('h1')).toHaveText('404 at Harbour')
  await expect(page.locator('form[role=search]')).toBeVisible()
  await expect(page.locator('.site-header .site-name')).toHaveText('Own Harbour')
  await expect(page.locator('.site-header').getByRole('link', { name: 'Search' })).toHaveAttribute('href', '/search')
  await expect(page.locator('.theme-toggle')).toHaveCount(0)
  // The component of the footer fails.
  await expect(page.locator('footer.site-footer')).toContainText('Harbour')
})

test('an exported site has the same parts', async () => {
  test.setTimeout(180_000)
  const [state, parent] = [createFolder('components-state'), createFolder('components-export')]
  const env = { SITE_URL: 'https://harbour.example', SITE_DIR: siteDir, WORKSPACE_DIR: dir, STATE_DIR: state }
  const { code, stderr } = await runCommand('export', env, path.join(parent, 'out'), '--without', 'social')
  expect(code, stderr).toBe(0)
  const out = path.join(parent, 'out')
  expect(readFileSync(path.join(out, 'quay.html'), 'utf8')).toContain('Own Harbour')
  expect(listFiles(out).filter((file) => /islands-\w+/.test(file))).toHaveLength(2)
})
