import { expect, onTestFinished, test, vi } from 'vitest'
import { getRenderedPage, trackRender } from '@/lib/cache/rendered-page'
import { loadDiagrams } from '@/lib/page/text/diagram'
import { doPageJob } from '@/lib/page/thread/jobs'
import { getRuntime } from '@/lib/runtime'
import { openScreen } from '@/lib/screens/open-screen'
import { PUBLIC } from '@/lib/site/access'
import { getSite, openSite } from '@/lib/site/get-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { createContentMap, createDatabase, PAGE, type Raw } from '../../support/content-map'
import { runPageJobsInProcess } from '../../support/pages'
import { createId } from '../../support/records'
import { workspace } from '../snapshot/support'

vi.mock('@/lib/page/text/diagram', { spy: true })

/** Opens the home page of a site with code, equations and computed values. */
async function openHome() {
  const formula = {
    type: 'operator',
    name: 'add',
    args: [1, 2].map((value) => ({ type: 'constant', value_type: 'number', value: `${value}41` })),
  }
  const [database, tables] = createDatabase({
    schema: {
      Price: { type: 'number' },
      To: { type: 'relation', collection_id: createId('Things') },
      Sum: { type: 'rollup', relation_property: 'To', target_property: 'Price', aggregation: 'sum' },
      Computed: { type: 'formula', formula },
    },
    rows: { Pen: { Price: '777', To: [['‣', [['p', createId('Pen')]]]] } },
    views: [{}],
  })
  const blocks: Raw[] = [
    { type: 'code', properties: { title: [['const a = 1']], language: [['JavaScript']] } },
    { type: 'equation', properties: { title: [['a^2 < b']] } },
    { type: 'text', properties: { title: [['⁍', [['e', 'x_1']]]] } },
    { type: 'quote', properties: { title: [['Low', [['b']]], [' tide']] } },
    database,
  ]
  const { env, prepare } = workspace({ 'home.json': createContentMap(blocks, tables) })
  await prepare()
  const before = getRuntime().site
  openSite(openWorkingCopy(env))
  onTestFinished(() => {
    getRuntime().site = before
  })
  const site = await getSite()
  const home = site.page(createId(PAGE), PUBLIC)
  if (home === undefined) throw new Error('The root page is not public')
  const renderView = async (reduced: boolean) => (await doPageJob('view', [site, home, PUBLIC], { reduced })).value
  const renderMarkdown = async (reduced: boolean) =>
    (await doPageJob('markdown', [site, home, PUBLIC], { reduced })).value
  return { renderView, renderMarkdown, home }
}

test('a reduced Markdown copy has texts without formats', async () => {
  const { renderMarkdown } = await openHome()
  expect(await renderMarkdown(false)).toContain('> **Low** tide')
  expect(await renderMarkdown(true)).toContain('> Low tide')
})

test('a reduced page does not load the renderer of diagrams', async () => {
  const { renderView } = await openHome()
  vi.mocked(loadDiagrams).mockClear()
  await renderView(true)
  expect(loadDiagrams).not.toHaveBeenCalled()
  await renderView(false)
  expect(loadDiagrams).toHaveBeenCalledOnce()
})

test('a reduced page has the whole content, without highlighting, equations and computed values', async () => {
  const { renderView } = await openHome()
  const [whole, reduced] = [(await renderView(false)).html, (await renderView(true)).html]
  for (const computed of ['<span class="tk"', 'katex', '"777",[0],"777","141241"']) {
    expect(whole).toContain(computed)
    expect(reduced).not.toContain(computed)
  }
  for (const text of ['const a = 1', '<code>a^2 &lt; b</code>', '<code>x_1</code>', '"777",[0],"…","…"]']) {
    expect(reduced).toContain(text)
  }
})

test('a view is plain data that can be sent between threads', async () => {
  const { renderView } = await openHome()
  const view = await renderView(false)
  expect(structuredClone(view)).toEqual(view)
})

test('a reduced page has no version, so that no cache stores it', async () => {
  const { home } = await openHome()
  onTestFinished(() => void delete getRuntime().pageThread)
  const getVersion = (isReduced: boolean) =>
    trackRender(async () => {
      runPageJobsInProcess(isReduced)
      await openScreen('/', PUBLIC)
      return getRenderedPage()?.version
    })
  expect(await getVersion(false)).toBe(`${home.id}:${home.version}`)
  expect(await getVersion(true)).toBeUndefined()
})
