import { XMLValidator } from 'fast-xml-parser'
import { beforeEach, expect, test } from 'vitest'
import { GET } from '@/app/api/epub/[[...path]]/route'
import { getRuntime } from '@/lib/runtime'
import { PUBLIC } from '@/lib/site/access'
import { listBookPages } from '@/lib/site/book-pages'
import { getSite, openSite } from '@/lib/site/get-site'
import { Site } from '@/lib/site/site'
import type { Access, Viewer } from '@/lib/site/site-index'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { getSiteFolder } from '@/lib/site-folder/site-folder'
import { runPageJobsInProcess } from '../../support/pages'
import { createId } from '../../support/records'
import { readZip } from '../../support/zip'
import { createIndex, sitePage } from '../formats/support'
import { createRawMap, workspace } from '../snapshot/support'

const TEXTS = { Home: 'h', Guide: 'g', Tides: 't', Moon: 'm', Other: 'o' }
const PARENTS = { Guide: 'Home', Tides: 'Guide', Moon: 'Tides', Other: 'Home' }
const MEMBER: Viewer = { signedIn: true, organizations: [] }

/** Creates a record map of pages that contain those below them. */
function createTree(texts: Record<string, string>, parents: Record<string, string>) {
  const map = createRawMap(texts, parents)
  const block = map.block as Record<string, { value: { content: string[] } }>
  for (const [name, above] of Object.entries(parents)) block[createId(above)]?.value.content.push(createId(name))
  return map
}

/** Page copies are cached by content, so the content differs between tests. */
let sites = 0

beforeEach(async () => {
  sites += 1
  const texts = Object.fromEntries(Object.entries(TEXTS).map(([name, text]) => [name, `${text}${sites}`]))
  const { env, prepare } = workspace({ 'map.json': createTree(texts, PARENTS) })
  await prepare()
  const { site, pageThread, siteFolder } = getRuntime()
  openSite(openWorkingCopy(env))
  offerBooks(true)
  runPageJobsInProcess()
  return () => Object.assign(getRuntime(), { site, pageThread, siteFolder })
})

function offerBooks(epub: boolean) {
  getRuntime().siteFolder = { ...getSiteFolder(), settings: { epub } }
}

const get = (path: string, headers = {}, method = 'GET') =>
  GET(new Request(`http://localhost:3000/api/epub/${path}`, { headers, method }), {
    params: Promise.resolve({ path: path.split('/') }),
  })

async function openBook(path: string) {
  const files = readZip(Buffer.from(await (await get(path)).arrayBuffer()))
  return [...files].flatMap(([name, { content }]) => (/\d\.xhtml$/.test(name) ? [content.toString()] : []))
}

async function setAccess(title: string, access: Access): Promise<Site> {
  const site = await getSite()
  const page = site.index.pages.find((each) => each.title === title)
  if (page) page.access = access
  return site
}

test('returns a page and the pages below it, in their order', async () => {
  const chapters = await openBook('guide')
  expect(chapters.map((chapter) => /<h1>(.*)<\/h1>\s*<p>(.*)<\/p>/.exec(chapter)?.slice(1))).toEqual([
    ['Guide', `g${sites}`],
    ['Tides', `t${sites}`],
    ['Moon', `m${sites}`],
  ])
  for (const chapter of chapters) expect(XMLValidator.validate(chapter)).toBe(true)
  expect(await openBook('index')).toHaveLength(5)
})

test('contains only what its reader may read: no pages for members, drafts and unlisted pages, and none below them', async () => {
  const closed: Access[] = [
    { kind: 'members', organizations: 'any' },
    { kind: 'unpublished', reason: { why: 'access-empty' } },
    { kind: 'public', unlisted: 'self' },
    { kind: 'locked', locks: ['a'] },
  ]
  for (const access of closed) {
    await setAccess('Tides', access)
    const book = (await openBook('guide')).join('')
    expect(book, access.kind).not.toMatch(/Tides|Moon/)
  }
})

test('lets members read their pages in a book', async () => {
  const site = await setAccess('Tides', { kind: 'members', organizations: 'any' })
  const guide = site.index.pages.find(({ title }) => title === 'Guide')
  const list = (viewer: Viewer) => guide && listBookPages(site, guide, viewer).map(({ page }) => page.title)
  expect(list(MEMBER)).toEqual(['Guide', 'Tides', 'Moon'])
  expect(list(PUBLIC)).toEqual(['Guide'])
})

test('returns 404 for missing pages, pages for members, and on sites without books', async () => {
  await setAccess('Tides', { kind: 'members', organizations: 'any' })
  for (const path of ['missing', 'guide/tides', 'tides']) expect((await get(path)).status, path).toBe(404)
  offerBooks(false)
  expect((await get('guide')).status).toBe(404)
})

test('responds with 304 to the same book, and makes none for HEAD', async () => {
  const etag = (await get('guide')).headers.get('etag') ?? ''
  expect((await get('guide', { 'if-none-match': etag })).status).toBe(304)
  const head = await get('guide', {}, 'HEAD')
  expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, null, etag])
  expect((await get('index')).headers.get('etag')).not.toBe(etag)
})

test('makes two books at a time, and refuses a third', async () => {
  const responses = await Promise.all(['guide', 'guide', 'guide'].map((path) => get(path)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 429])
  expect((await get('guide')).status).toBe(200)
})

test('a book has at most 200 pages', () => {
  const names = Array.from({ length: 250 }, (_, at) => `P${at}`)
  const pages = names.map((name, at) => sitePage(name, { children: [createId(`P${at + 1}`)] }))
  const [first] = pages
  expect(first && listBookPages(new Site(createIndex(pages)), first, PUBLIC)).toHaveLength(200)
})
