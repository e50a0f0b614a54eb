import { describe, expect, it, test } from 'vitest'
import { ELEMENT_IDS } from '@/lib/element-ids'
import { HeadingAnchors } from '@/lib/workspace/read/heading-anchors'
import { PageBlocks } from '@/lib/workspace/read/page-blocks'
import type { Block, RichText } from '@/lib/workspace/record-map'
import type { StoredPage } from '@/lib/workspace/stored'
import { createId, page } from '../../support/records'

/** Creates a stored page with headings; a heading's id is that of its number. */
function createStored(titles: (string | RichText)[], more: Partial<Block>[] = []): StoredPage {
  const id = createId('Page')
  const blocks = titles.map((title, at): Block => {
    const { block } = page(`Heading ${at}`, 'Page')
    const text: RichText = typeof title === 'string' ? [[title]] : title
    return { ...block, type: 'sub_header', properties: { title: text }, ...more[at] }
  })
  const top: Block = { ...page('Page', undefined).block, content: blocks.map((block) => block.id) }
  return {
    id,
    blocks: Object.fromEntries([top, ...blocks].map((block) => [block.id, block])),
    ...{ views: {}, queries: {}, users: { [createId('ada')]: 'Ada' }, files: {}, previews: {}, emojis: {} },
  }
}

const getAnchors = (titles: (string | RichText)[]) => [...new HeadingAnchors(createStored(titles)).own.values()]

describe('HeadingAnchors', () => {
  it.each([
    ['Views', 'views'],
    ['Opening hours & tides!', 'opening-hours--tides'.replace('--', '-')],
    ['潮汐表', '潮汐表'],
    ['ساعات العمل', 'ساعات-العمل'],
    ['İzmir ⚙\ufe0f', 'izmir'],
    ['__next_f', 'next_f'],
    ['a'.repeat(500), 'a'.repeat(80)],
    ['Content', 'content-1'],
    ['Plausible', 'plausible-1'],
    ['Contact', 'contact'],
    ['constructor', 'constructor'],
    ['__proto__', 'proto__'],
  ])('%.20s', (title, anchor) => {
    expect(getAnchors([title])).toEqual([anchor])
  })

  it('numbers repeated ones, so that each is unique', () => {
    expect(getAnchors(['Views', 'Views 1', 'Views', 'views', 'Views 1'])).toEqual([
      ...['views', 'views-1', 'views-2', 'views-3', 'views-1-1'],
    ])
  })

  it('leaves out what cannot be an anchor, and those of blocks', () => {
    expect(getAnchors(['', '🎉', '\u200b', '0123456789abcdef0123456789abcdef', 'F'.repeat(32)])).toEqual([])
  })

  it('contains the names of people, and not the titles of pages, which depend on the viewer', () => {
    expect(
      getAnchors([[['With '], ['‣', [['u', createId('ada')]]], [' on '], ['‣', [['p', createId('Secret')]]]]]),
    ).toEqual(['with-ada-on'])
  })

  it('does not depend on the headings that a page shows of other pages', () => {
    const stored = createStored(['Views', 'Views'])
    const [first, second] = [createId('Heading 0'), createId('Heading 1')].map((id) => stored.blocks[id] as Block)
    const synced = { ...(first as Block), id: createId('synced') }
    const shown = new PageBlocks(stored, { mayShow: () => true })
    const taken = [synced, first, second, first].map((block) => shown.headingAnchor(block as Block))
    expect(taken).toEqual(['views-2', 'views', 'views-1', 'views-3'])
  })
})

test('no heading gets the id of an element that the site has around a page', () => {
  const ids = Object.values(ELEMENT_IDS)
  expect(getAnchors(ids).filter((anchor) => (ids as string[]).includes(anchor))).toEqual([])
})
