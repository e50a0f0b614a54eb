import { beforeEach, expect, test } from 'vitest'
import { GET } from '@/app/llms-full.txt/[[...part]]/route'
import { getRuntime } from '@/lib/runtime'
import { getSite, openSite } from '@/lib/site/get-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { runPageJobsInProcess } from '../../support/pages'
import { createRawMap, workspace } from '../snapshot/support'

/** With the word counts that the tests set, the pages have an estimated size of 5.4 MB, which is more than a part. */
const NAMES = ['Home', ...Array.from({ length: 16 }, (_, at) => `Page ${at}`)]

const WORDS = 40_000

/** Page copies are cached by content, so the content differs between tests. */
let sites = 0

beforeEach(async () => {
  sites += 1
  const pages = Object.fromEntries(NAMES.map((name) => [name, `${sites} tide`]))
  const parents = Object.fromEntries(NAMES.slice(1).map((name) => [name, 'Home']))
  const { env, prepare } = workspace({ 'map.json': createRawMap(pages, parents) })
  await prepare()
  const { site, pageThread } = getRuntime()
  openSite(openWorkingCopy(env))
  // Parts are planned by the word counts of the index, before any page is rendered.
  for (const page of (await getSite()).index.pages) Object.assign(page, { words: WORDS })
  runPageJobsInProcess()
  return () => Object.assign(getRuntime(), { site, pageThread })
})

const get = (part?: string, headers = {}) =>
  GET(new Request('http://localhost:3000/llms-full.txt', { headers }), {
    params: Promise.resolve(part === undefined ? {} : { part: [part] }),
  })

test('returns a list of parts for a long text, which contain each page once', async () => {
  const list = await (await get()).text()
  const parts = [...list.matchAll(/llms-full-(\d+)\.txt/g)].map(([, part = '']) => part)
  expect(parts.length).toBeGreaterThan(1)
  const texts = await Promise.all(parts.map(async (part) => (await get(part)).text()))
  const titles = texts.flatMap((text) => [...text.matchAll(/^title: "(.*)"$/gm)].map(([, title = '']) => title))
  expect(titles.toSorted()).toEqual(NAMES.toSorted())
})

test('returns 404 for parts that do not exist', async () => {
  for (const part of ['0', '01', '-1', '1.5', '99', '99999', 'x', '']) expect((await get(part)).status, part).toBe(404)
})

test('renders a page only when the client has read the one before', async () => {
  const thread = getRuntime().pageThread as { run: (...args: never[]) => unknown }
  const run = thread.run
  let jobs = 0
  thread.run = (...args) => {
    jobs += 1
    return run(...args)
  }
  const reader = (await get('1')).body?.getReader()
  expect(jobs).toBe(0)
  await reader?.read()
  expect(jobs, 'after the heading').toBe(0)
  await reader?.read()
  expect(jobs).toBe(1)
  await reader?.cancel()
  expect(jobs).toBe(1)
})

test('omits a page that becomes unlisted while the text is sent', async () => {
  const before = await (await get('1')).text()
  const { index } = await getSite()
  const page = index.pages.find(({ title }) => title === 'Page 0')
  if (page === undefined) throw new Error('The page is missing')
  const response = await get('1')
  Object.assign(page, { access: { ...page.access, unlisted: 'self' } })
  const after = await response.text()
  expect(before).toContain('title: "Page 0"')
  expect(after).not.toContain('title: "Page 0"')
  expect(after).toContain('title: "Page 1"')
})

test('responds with 304 to the ETag of the same pages', async () => {
  const etag = (await get('1')).headers.get('etag') ?? ''
  expect((await get('1', { 'if-none-match': etag })).status).toBe(304)
  expect((await get('2', { 'if-none-match': etag })).status).toBe(200)
})
