import { expect } from 'vitest'
import { createRows, type Section } from '../row'
import type { Database } from '../support/maps'
import { checkDatabase } from '../support/rows'
import { findOne } from '../support/show'

const OUT = 'https://example.com/a'
const pictures: Database = {
  schema: { Shot: { type: 'file' } },
  rows: { Pen: { Shot: [['a.png', [['a', `${OUT}.png`]]]] } },
  rowFormats: { Pen: { page_cover: `${OUT}-cover.png` } },
}
const createCards = (type: string, format: Record<string, unknown>): Database => ({
  ...pictures,
  views: [
    { type, format: { [`${type}_cover`]: { type: 'page_cover' }, board_columns_by: { property: 'Shot' }, ...format } },
  ],
})
const readCover = (body: HTMLElement) => findOne(body, '.card-cover img').getAttribute('src')

export const CARDS: Section = {
  name: 'Cards and their pictures',
  rows: createRows({
    gallery_cover: checkDatabase(
      'A gallery’s cards have the covers of their pages.',
      createCards('gallery', {}),
      (body) => expect(readCover(body)).toBe(`${OUT}-cover.png`),
    ),
    'gallery_cover, property': checkDatabase(
      'Gallery cards can show a picture from a files property.',
      createCards('gallery', { gallery_cover: { type: 'property', property: 'Shot' } }),
      (body) => expect(readCover(body)).toBe(`${OUT}.png`),
    ),
    gallery_cover_size: checkDatabase(
      'A gallery’s cards are small, medium or large.',
      createCards('gallery', { gallery_cover_size: 'large' }),
      (body) => expect(body.querySelectorAll('.collection-gallery.large')).toHaveLength(1),
    ),
    gallery_cover_aspect: checkDatabase(
      'Gallery covers are cropped to fill their area, or fit into it.',
      createCards('gallery', { gallery_cover_aspect: 'contain' }),
      (body) => expect(body.querySelectorAll('.card-cover.contains')).toHaveLength(1),
    ),
    board_cover: checkDatabase('A board’s cards have covers in the same way.', createCards('board', {}), (body) =>
      expect(readCover(body)).toBe(`${OUT}-cover.png`),
    ),
    board_cover_size: checkDatabase(
      'A board’s cards are small, medium or large.',
      createCards('board', { board_cover_size: 'small' }),
      (body) => expect(body.querySelectorAll('.collection-board.small')).toHaveLength(1),
    ),
    board_cover_aspect: checkDatabase(
      'Board covers are cropped to fill their area, or fit into it.',
      createCards('board', { board_cover_aspect: 'contain' }),
      (body) => expect(body.querySelectorAll('.card-cover.contains')).toHaveLength(1),
    ),
    'cover position, default': checkDatabase(
      'A card shows the center of a cover without a position.',
      createCards('gallery', {}),
      // Without `object-position`, browsers show the middle of a picture.
      (body) => expect(findOne(body, '.card-cover img').getAttribute('style') ?? '').not.toContain('object-position'),
    ),
    page_cover_position: checkDatabase(
      'A card shows the same part of a cover as its page.',
      {
        ...createCards('gallery', {}),
        rowFormats: { Pen: { page_cover: `${OUT}-cover.png`, page_cover_position: 0.2 } },
      },
      (body) => expect(findOne(body, '.card-cover img').getAttribute('style')).toContain('50% 80%'),
    ),
    card_cover_position: checkDatabase(
      'A card can show a different part of a cover than its page.',
      {
        ...createCards('gallery', {}),
        rowFormats: { Pen: { page_cover: `${OUT}-cover.png`, page_cover_position: 0.2, card_cover_position: 0 } },
      },
      (body) => expect(findOne(body, '.card-cover img').getAttribute('style')).toContain('50% 100%'),
    ),
  }),
}
