import { expect, test } from 'vitest'
import { prepareCover } from '@/lib/page/collection/cells'
import type { CollectionView } from '@/lib/workspace/record-map'
import { context, createRow, prepare } from './support'

const ADDRESS = 'https://example.com/cover.jpg'
const getUndefined = () => undefined
const prepareView = (view: Partial<CollectionView>) =>
  prepare({
    schema: { A: {}, B: {} },
    blocks: [createRow('Row', {}, { format: { page_cover: ADDRESS } })],
    views: [view],
  }).views[0]

test('a table shows its title even if it is hidden, and ignores invalid widths of columns', () => {
  const properties = [
    { property: 'title', visible: false },
    { property: 'A', visible: true, width: 5000 },
    { property: 'B', visible: true, width: 1 },
  ]
  expect(prepareView({ format: { table_properties: properties } })?.widths).toEqual([280, 200, 200])
})

test('a table without calculations has no totals', () => {
  expect(prepareView({})?.sections[0]?.totals).toBeUndefined()
})

test('a view hides icons only if it is configured so', () => {
  expect(
    [undefined, true, false].map((show_page_icon) => prepareView({ format: { show_page_icon } })?.hideIcons),
  ).toEqual([undefined, undefined, true])
})

test.each([
  [undefined, undefined, 'medium', 'cover'],
  ['huge', 'stretch', 'medium', 'cover'],
  ['small', 'contain', 'small', 'contain'],
])(
  'cards with the size %s and the cover aspect %s become %s and %s',
  (gallery_cover_size, gallery_cover_aspect, size, aspect) => {
    const format = { gallery_cover: { type: 'page_cover' }, gallery_cover_size, gallery_cover_aspect }
    expect(prepareView({ type: 'gallery', format })?.cover).toMatchObject({ size, aspect })
  },
)

test.each([
  [{}, { src: ADDRESS }],
  [{ page_cover_position: 0.5 }, { src: ADDRESS }],
  [{ page_cover_position: 0.25 }, { src: ADDRESS, position: 75 }],
  [
    { page_cover_position: 0.25, card_cover_position: 1 },
    { src: ADDRESS, position: 0 },
  ],
  [{ page_cover_position: 7 }, { src: ADDRESS }],
])('prepareCover crops the cover of %o as in %o, by default to its middle', (format, cover) => {
  const row = { ...createRow('Row'), format: { page_cover: ADDRESS, ...format } }
  expect(prepareCover({ kind: 'page' }, row, getUndefined, context(), getUndefined)).toEqual(cover)
})
