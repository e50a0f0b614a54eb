import { afterEach, describe, expect, it } from 'vitest'
import { prepareBody } from '@/blocks/body'
import { cleanRecordMap } from '@/lib/workspace/clean/clean'
import { readRecordMaps } from '@/lib/workspace/clean/read-record-map'
import { splitPages } from '@/lib/workspace/read/split'
import type { StoredPage } from '@/lib/workspace/stored'
import { sampleItems } from '../../support/complete'
import { readFixtureMaps } from '../../support/fixtures'
import {
  type BlockInit,
  createNumberedId,
  createTestContext,
  HOOKS,
  prepareTestBody,
} from '../../unit/page/stored-page'
import { renderHydrated } from './render'

const PAGE = createNumberedId(0xa)
const context = createTestContext(
  { [PAGE]: { path: '/a', title: 'A', icon: '📖' } },
  { [createNumberedId(0xb)]: 'Ada' },
)
const createText = (title: string): BlockInit => ({ type: 'text', title })
const source = 'https://example.com/a'

/** One block of every supported type. */
const EVERYTHING: BlockInit[] = [
  {
    type: 'text',
    title: [
      ['‣', [['d', { type: 'datetimerange', start_date: '2020-02-01', start_time: '23:30', end_date: '2020-02-02' }]]],
      ['‣', [['u', createNumberedId(0xb)]]],
      ['‣', [['p', PAGE]]],
      ['⁍', [['e', 'x^2']]],
      ['link', [['a', source]]],
      ['‣', [['lm', { href: source, title: 'Card', description: 'd', icon_url: `${source}.png` }]]],
    ],
    content: [createText('inside')],
  },
  { type: 'text' },
  { type: 'header', title: 'Heading' },
  { type: 'sub_header', title: 'Folded', format: { toggleable: true }, content: [createText('in')] },
  { type: 'bulleted_list', title: 'a', content: [{ type: 'numbered_list', title: 'b' }] },
  { type: 'to_do', title: 'a', properties: { checked: 'Yes' } },
  { type: 'toggle', title: 'a', content: [createText('in')] },
  { type: 'callout', title: 'a', format: { page_icon: '💡' }, content: [createText('in')] },
  { type: 'quote', title: 'a', content: [createText('in')] },
  { type: 'divider' },
  { type: 'code', title: 'let a = 1' },
  { type: 'equation', title: 'x^2' },
  { type: 'image', properties: { source: `${source}.png`, caption: 'c' } },
  { type: 'image', properties: { source: `${source}.png`, caption: 'https://example.com/' } },
  { type: 'video', properties: { source: 'https://youtu.be/aqz-KE-bpKQ' } },
  { type: 'video', properties: { source: `${source}.mp4` } },
  { type: 'audio', properties: { source: `${source}.mp3` } },
  { type: 'file', properties: { source } },
  { type: 'pdf', properties: { source: 'attachment:1:a.pdf' } },
  { type: 'embed', properties: { source } },
  { type: 'bookmark', properties: { link: source } },
  { type: 'tweet', properties: { source } },
  { type: 'alias', format: { alias_pointer: { id: PAGE } } },
  { type: 'table', content: [{ type: 'table_row', properties: { a: 'x' } }] },
  { type: 'column_list', content: [{ type: 'column', content: [createText('l')] }, { type: 'column' }] },
  { type: 'table_of_contents' },
  { type: 'breadcrumb' },
  { type: 'button', title: 'a' },
  { type: 'tab', content: [{ type: 'text', title: 'One', content: [createText('in')] }, createText('Two')] },
  { type: 'hologram' },
]

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
  document.body.innerHTML = ''
})

describe('hydration matches the HTML of the server', () => {
  it.each(['UTC', 'America/Los_Angeles', 'Pacific/Auckland'])('in %s', async (timeZone) => {
    const { blocks } = prepareTestBody(EVERYTHING, context, { trail: [{ path: '/a', title: 'A' }] })
    process.env.TZ = timeZone
    await renderHydrated(blocks)
  })

  const pages = sampleItems(readFixturePages(), 3)
  it.skipIf(pages.length === 0)('on pages of the real data sets', { timeout: 60_000 }, async () => {
    const everyPage = { ...context, pageLink: (id: string) => ({ path: `/${id}`, title: id }), userName: () => 'Ada' }
    for (const page of pages) {
      const { container, unmount } = await renderHydrated(prepareBody(page, everyPage, HOOKS).blocks)
      expect(container.querySelector('a a, a button'), page.id).toBeNull()
      unmount()
      container.remove()
    }
  })
})

function readFixturePages(): StoredPage[] {
  return readFixtureMaps().flatMap(({ json }) => {
    const read = readRecordMaps(json)
    return read.ok ? [...splitPages(cleanRecordMap(read.map).map)].map(({ page }) => page) : []
  })
}
