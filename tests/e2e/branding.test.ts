import { table, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { writeWorkspace } from '@/cli/sample/output'
import { page as notionPage } from '@/cli/sample/pages'
import { searchFor } from '../support/search-request'
import { createFolder, startSite } from '../support/site'
import { expect, test } from './test'

// Each test starts a site of its own.
test.describe.configure({ timeout: 90_000 })

const LOGO = '/icon-192.png'

function writeBrandingWorkspace(rows: [string, string][]): string {
  const workspaceDir = createFolder('look')
  const root = notionPage('Press', { key: 'home' }, [
    table([['Site', 'Look'], ...rows]),
    text('Words to read'),
    notionPage('Inside', { key: 'inside' }, [text('More of them')]),
  ])
  writeWorkspace(workspaceDir, buildWorkspace(root, { users: [], files: {} }))
  return workspaceDir
}

test('a Look table on the root page sets the branding of the site, and is not shown', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  const workspaceDir = writeBrandingWorkspace([
    ['Accent', '#2f6f4e'],
    ['Font', 'sans'],
    ['Logo', LOGO],
  ])
  const site = await startSite({ workspaceDir })
  for (const path of ['/', '/inside']) {
    const fonts: string[] = []
    page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
    await page.goto(site.url + path)
    await expect(page.locator('.site-name img')).toHaveAttribute('src', LOGO)
    const styles = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = 'var(--accent)'
      const { color } = getComputedStyle(probe)
      probe.remove()
      return { color, font: getComputedStyle(document.querySelector('.page-body') ?? document.body).fontFamily }
    })
    expect(styles.color, path).toBe('rgb(47, 111, 78)')
    expect(styles.font, path).toMatch(/^ui-sans-serif/)
    expect(fonts, 'no unused reading font is loaded').toEqual([])
  }
  for (const path of ['/', '/index.md', '/plain', '/llms.txt', '/feed.xml']) {
    expect(await (await page.request.get(site.url + path)).text(), path).not.toMatch(/#2f6f4e[^;"\\]|Accent/)
  }
  expect(await searchFor(site, 'Accent')).toMatchObject({ total: 0 })
  await page.goto(`${site.url}/nowhere`)
  await expect(page.locator('html')).toHaveCSS('--accent', '#2f6f4e')
  const damaged = await fetch(`${site.url}/%E0%A4%A`)
  expect(damaged.status).toBe(400)
  expect(await damaged.text()).toMatch(/--accent: ?#2f6f4e/)
  await site.kill()
})

test('invalid branding values are ignored, environment variables override the table, and an https address adds HSTS to every response', async ({
  page,
}) => {
  const workspaceDir = writeBrandingWorkspace([
    ['Accent', '#2f6f4e'],
    ['Font', '"; } body { display: none'],
    ['Logo', 'javascript:alert(1)'],
  ])
  const site = await startSite({ workspaceDir, env: { SITE_ACCENT: '#28608c', SITE_URL: 'https://site.example' } })
  for (const path of ['/', '/inside', '/nowhere', '/nothing.png', '/icon.svg', '/api/health', '/%E0%A4%A']) {
    expect((await fetch(site.url + path)).headers.get('strict-transport-security'), path).toBe('max-age=31536000')
  }
  for (const path of ['/nowhere', '/nowhere.png']) {
    expect(await (await page.request.get(site.url + path)).text(), path).toContain('--accent: #28608c;')
  }
  await page.goto(site.url)
  await expect(page.locator('html')).toHaveAttribute(
    'style',
    /^--site-accent:\s*#28608c;\s*--site-accent-dark:\s*#\w{6};?$/,
  )
  await expect(page.locator('.site-name img')).toHaveCount(0)
  await site.kill()
})
