import { writeFiles } from '@/tests/support/folders'
import { BOARD, CHOIR, RESTRICTED_TEXT } from '@/tests/support/members-site'
import { writeMembersWorkspace } from '@/tests/support/members-workspace'
import { signInDirectly } from '@/tests/support/sign-in/screens'
import { type SignInService, startSignInService } from '@/tests/support/sign-in/service'
import { createCookies, createToken } from '@/tests/support/sign-in/visitor'
import { createFolder, type RunningSite, startSite } from '@/tests/support/site'
import { compileComponents, removeComponents } from '@/tools/site-components.mjs'
import { expect, LATE_SCRIPT, LINES_AFTER_TYPING, test } from './test'

/** Shows all data that a slot gets. */
const PRINT = `
  import { Account } from 'colophon/site'
  export default ({ Default, content, ...data }) => (
    <div className="own">
      {JSON.stringify(data)}
      <Account />
    </div>
  )`
const SLOTS = ['Header', 'Footer', 'PageHeader', 'Home', 'List', 'Card', 'Cover', 'Contents', 'PageEnd', 'NotFound']

const siteDir = createFolder('components-access')
writeFiles(siteDir, Object.fromEntries(SLOTS.map((name) => [`components/${name}.tsx`, PRINT])))

let service: SignInService
let site: RunningSite
// One worker runs these tests, because its site is expensive to start.
test.describe.configure({ mode: 'default', timeout: 90_000 })
test.beforeAll(async () => {
  // Long enough for the start of a site on a busy machine. A hook has its own limit.
  test.setTimeout(180_000)
  await compileComponents(siteDir)
  service = await startSignInService()
  const env = { ...service.env, SITE_DIR: siteDir }
  site = await startSite({ workspaceDir: writeMembersWorkspace().dir, env })
})
test.afterAll(async () => {
  await site.kill()
  await service.stop()
  removeComponents(siteDir)
})

/** Text of pages that only these viewers may read. */
const FOR_BOARD = /Figures of|Ledger|Accounts|Berth [0-4]\b/
const FOR_CHOIR = /Songs of|Songbook|Music/
const CLOSED_TEXT = /Not ready|Not for editors|hundred years|Sketch|Minutes|Regatta/
const VIEWERS = [
  { name: 'the public', hidden: [RESTRICTED_TEXT] },
  {
    name: 'a member without an organization',
    organization: undefined,
    hidden: [FOR_BOARD, FOR_CHOIR, CLOSED_TEXT],
    shown: 'Lounge',
  },
  { name: 'a member of the choir', organization: CHOIR, hidden: [FOR_BOARD, CLOSED_TEXT], shown: 'Songbook' },
  { name: 'a member of the board', organization: BOARD, hidden: [FOR_CHOIR, CLOSED_TEXT], shown: 'Ledger' },
]

for (const { name, hidden, shown, ...member } of VIEWERS) {
  test(`components get nothing that ${name} may not read`, async () => {
    const isMember = 'organization' in member
    const headers: Record<string, string> = { accept: 'text/html' }
    if (isMember) headers.cookie = createCookies(service.keys, createToken(service.keys, site.url, member.organization))
    // Most of the many berths are alike.
    const pages = site.index().pages.filter(({ title }) => !/^Berth \d\d/.test(title))
    const paths = pages.map(({ path }) => `/${encodeURI(path)}`)
    const screens = ['/', '/archive', '/tags', '/tags/news', '/search?q=a', '/none', ...paths]
    const addresses = isMember ? [...screens, ...screens.map((path) => `/members${path}`.replace(/\/$/, ''))] : screens
    const drawn: string[] = []
    for (const address of addresses) {
      const html = await (await fetch(site.url + address, { headers, redirect: 'manual' })).text()
      for (const text of hidden) expect(html, address).not.toMatch(text)
      drawn.push(...html.split('class="own"').slice(1))
    }
    expect(drawn.length).toBeGreaterThan(addresses.length)
    if (shown !== undefined) expect(drawn.join()).toContain(shown)
  })
}

test('a header shows the account of a member in its place', async ({ page, expectConsole }) => {
  for (const line of [LATE_SCRIPT, LINES_AFTER_TYPING]) expectConsole(line)
  await signInDirectly(page.context(), service, 'ben')
  await page.goto(`${site.url}/members`)
  const header = page.locator('.own').first()
  await expect(header.getByRole('button', { name: 'Open organization switcher' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open organization switcher' })).toHaveCount(1)
})
