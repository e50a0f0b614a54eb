import { expect, test } from 'vitest'
import { prepareCover } from '@/lib/page/collection/covers'
import type { CollectionView } from '@/lib/workspace/record-map'
import { context, prepare, rowBlock } from './support'

const [ADDRESS, NOTHING] = ['https://example.com/cover.jpg', () => undefined]
const viewOf = (view: Partial<CollectionView>) =>
  prepare({
    schema: { A: {}, B: {} },
    blocks: [rowBlock('Row', {}, { format: { page_cover: ADDRESS } })],
    views: [view],
  }).views[0]

test('a table’s title is shown though it is hidden, and a width that no column can have is not', () => {
  const properties = [
    { property: 'title', visible: false },
    { property: 'A', visible: true, width: 5000 },
    { property: 'B', visible: true, width: 1 },
  ]
  expect(viewOf({ format: { table_properties: properties } })?.widths).toEqual([280, 200, 200])
})

test('a table that calculates nothing has no foot', () => {
  expect(viewOf({})?.sections[0]?.totals).toBeUndefined()
})

test('icons are hidden only if the view is configured so', () => {
  expect([undefined, true, false].map((show_page_icon) => viewOf({ format: { show_page_icon } })?.hideIcons)).toEqual([
    undefined,
    undefined,
    true,
  ])
})

test.each([
  [undefined, undefined, 'medium', 'cover'],
  ['huge', 'stretch', 'medium', 'cover'],
  ['small', 'contain', 'small', 'contain'],
])('cards of size %s with covers that %s are %s and %s', (gallery_cover_size, gallery_cover_aspect, size, aspect) => {
  const format = { gallery_cover: { type: 'page_cover' }, gallery_cover_size, gallery_cover_aspect }
  expect(viewOf({ type: 'gallery', format })?.cover).toMatchObject({ size, aspect })
})

test.each([
  [{}, [ADDRESS]],
  [{ page_cover_position: 0.5 }, [ADDRESS]],
  [{ page_cover_position: 0.25 }, [ADDRESS, 75]],
  [{ page_cover_position: 0.25, card_cover_position: 1 }, [ADDRESS, 0]],
  [{ page_cover_position: 7 }, [ADDRESS]],
])('the picture of a card with %o is cropped as in %o, by default to its middle', (format, cover) => {
  const row = { ...rowBlock('Row'), format: { page_cover: ADDRESS, ...format } }
  expect(prepareCover({ kind: 'page' }, row, NOTHING, context(), NOTHING)).toEqual(cover)
})
