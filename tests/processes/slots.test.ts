import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { PageThread } from '@/lib/page/thread/page-thread'
import { getRuntime } from '@/lib/runtime'
import { getChrome, getPageChrome } from '@/lib/screens/chrome'
import { drawNotFound } from '@/lib/screens/not-found-slot'
import { createSlotPlace, drawScreen } from '@/lib/screens/slots'
import { PUBLIC } from '@/lib/site/access'
import { applySiteFolder } from '@/lib/site/apply-site-folder'
import { getSite, openSite } from '@/lib/site/get-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { expectConsole } from '@/tests/support/console'
import { createTemporaryFolder, writeFiles } from '@/tests/support/folders'
import { createId } from '@/tests/support/records'
import { compileComponents, removeComponents } from '@/tools/site-components.mjs'
import { createRawMap, workspace } from '../unit/snapshot/support'

/** Longer than any job of this test takes. The test moves the clock when a component waits. */
const DEADLINE_MS = 600_000
/** How long components that took too long are left out. */
const RETRY_MS = 10 * DEADLINE_MS
/** A component announces here that it waits. */
const WAITING = crypto.randomUUID()
const WAIT = `
  new BroadcastChannel('${WAITING}').postMessage('')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`
const COMPONENTS = {
  'Header.tsx': 'export default ({ site }) => <b>{site.title}</b>',
  'Footer.tsx': `export default () => {${WAIT}}`,
  'PageHeader.tsx': '\nexport default ({ title }) => (\n  <p onClick={() => {}}>{title}</p>\n)',
  'PageEnd.tsx': `import { Island } from 'colophon/site'\nexport default () => <Island name="Bell" />`,
  'Home.tsx': 'export default ({ content }) => content',
  'NotFound.tsx': 'export default () => null',
  'block/text.tsx': 'export default ({ text }) => <em>{text}</em>',
  'block/quote.tsx': `${WAIT}\nexport default () => null`,
}

beforeEach(async () => {
  const siteDir = createTemporaryFolder()
  const files = Object.entries(COMPONENTS).map(([name, code]) => [`components/${name}`, code])
  writeFiles(siteDir, {
    ...Object.fromEntries(files),
    'islands/Bell.tsx': 'export default () => <button onClick={() => {}}>Ring</button>',
  })
  await compileComponents(siteDir)
  const { env, prepare } = workspace({ 'site.json': createRawMap({ Root: 'home', Quay: 'a text' }, { Quay: 'Root' }) })
  await prepare()
  // The thread reads its folders from the environment.
  vi.stubEnv('WORKSPACE_DIR', env.workspaceDir)
  vi.stubEnv('STATE_DIR', env.stateDir)
  vi.stubEnv('SITE_DIR', siteDir)
  openSite(openWorkingCopy(env))
  return () => {
    removeComponents(siteDir)
    vi.unstubAllEnvs()
    const runtime = getRuntime()
    for (const name of ['site', 'pageThread', 'siteFolder', 'slowComponents'] as const) delete runtime[name]
  }
})

/** Makes the deadline of a job pass as soon as a component waits, and no other one. */
function passDeadlines(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const waiting = new BroadcastChannel(WAITING)
  waiting.onmessage = () => void vi.advanceTimersByTime(DEADLINE_MS)
  onTestFinished(() => {
    waiting.close()
    vi.useRealTimers()
  })
}

test('components that fail or take too long cost a page neither its content nor other components', {
  timeout: 120_000,
}, async () => {
  for (const _ of ['Footer', 'quote']) {
    expectConsole(/^error: The page thread was stopped, because this exceeded the deadline of 600 s: page /)
    expectConsole(
      /^error: The component \S+\.tsx failed \(it took too long\): the built-in part is shown in its place$/,
    )
  }
  expectConsole(
    /^error: The component \S+PageHeader\.tsx failed \(onClick of <p> in \S+\/PageHeader\.tsx:3 has no effect/,
  )
  passDeadlines()
  const times = { firstPauseMs: 50, deadlineMs: DEADLINE_MS, startMs: DEADLINE_MS, retryMs: RETRY_MS }
  const pages = new PageThread(times)
  const site = await getSite()
  const page = site.page(createId('Quay'), PUBLIC)
  if (page === undefined) throw new Error('There is no page')
  const place = createSlotPlace(await getPageChrome(site, page, PUBLIC), PUBLIC)
  const { value, isReduced } = await pages.run('view', [site, page, PUBLIC], place)
  expect(value.html).toContain('<em>a text</em>')
  expect(value.slots).toMatchObject({ header: '<b>Root</b>' })
  expect(value.slots?.footer).toBeUndefined()
  const failed = (name: string) => ({
    kind: 'failed-component',
    file: expect.stringMatching(`components/${name}$`),
    reason: 'it took too long',
  })
  expect(value.slots?.pageHeader, 'it has an event handler').toBeUndefined()
  expect(value.end, 'its island may have event handlers').toContain('<button>Ring</button>')
  expect(pages.findings).toEqual(expect.arrayContaining([failed('Footer.tsx'), failed('block/quote.tsx')]))
  expect(isReduced, 'its version stands for a page with all components, so it is not cached').toBe(true)
  expect((await pages.run('rowNames', [site, page, PUBLIC])).isReduced, 'it has no components').toBe(false)

  // All pages do without them, and are cached under versions of their own.
  const later = await getSite()
  const current = later.page(page.id, PUBLIC)
  if (current === undefined) throw new Error('There is no page')
  expect(current.version).not.toBe(page.version)
  expect((await pages.run('view', [later, current, PUBLIC], place)).isReduced).toBe(false)
  const screen = { place: place ?? { chrome: value as never } }
  expect(await pages.drawScreen(later, screen)).toMatchObject({ header: '<b>Root</b>', isReduced: false })
  expect(pages.findings).toHaveLength(3)

  // After some time they are tried again, under the first version.
  vi.advanceTimersByTime(RETRY_MS)
  const last = await getSite()
  expect(last.page(page.id, PUBLIC)?.version).toBe(page.version)
  expect(last.index.slowComponents).toEqual([])
})

test('a home page that a component draws has another version if the newest posts change', async () => {
  const { index } = await getSite()
  const getVersions = (listsVersion: string) => {
    const { pages, homeVersion } = applySiteFolder({ ...index, listsVersion }).index
    const find = (title: string) => pages.find((each) => each.title === title)?.version
    return { home: find('Root'), generated: homeVersion, other: find('Quay') }
  }
  const [first, second] = [getVersions('1'), getVersions('2')]
  expect(second.home).not.toBe(first.home)
  expect(second.generated).not.toBe(first.generated)
  expect(second.other).toBe(first.other)
})

/** Replaces the page thread by one that draws these parts. */
function replaceThread(parts: Awaited<ReturnType<PageThread['drawScreen']>>) {
  const draw = vi.fn(async () => parts)
  getRuntime().pageThread = { drawScreen: draw } as unknown as PageThread
  return draw
}

test.each([true, false])(
  'a screen is cached unless its version stands for one with all components: %s',
  async (isReduced) => {
    replaceThread({ header: '<b>Root</b>', isReduced })
    const site = await getSite()
    const drawn = await drawScreen(site, await getChrome(site, PUBLIC), PUBLIC)
    expect(drawn.chrome.slots).toEqual({ header: '<b>Root</b>' })
    expect(drawn.isPostponed).toBe(isReduced)
  },
)

test('the page for an unknown address is drawn once for concurrent requests', async () => {
  const draw = replaceThread({ header: '<b>Root</b>', notFound: '<p>None</p>', isReduced: false })
  const site = await getSite()
  const drawn = await Promise.all([1, 2, 3].map(() => drawNotFound(site)))
  const parts = { header: '<b>Root</b>', footer: undefined, notFound: '<p>None</p>' }
  expect(drawn).toEqual([parts, parts, parts])
  expect(draw).toHaveBeenCalledOnce()
})
