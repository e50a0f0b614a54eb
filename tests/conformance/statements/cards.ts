import { expect } from 'vitest'
import { rowsFor, type Section } from '../row'
import type { Database } from '../support/maps'
import { database } from '../support/rows'
import { one } from '../support/show'

const OUT = 'https://example.com/a'
const pictures: Database = {
  schema: { Shot: { type: 'file' } },
  rows: { Pen: { Shot: [['a.png', [['a', `${OUT}.png`]]]] } },
  rowFormats: { Pen: { page_cover: `${OUT}-cover.png` } },
}
const cards = (type: string, format: Record<string, unknown>): Database => ({
  ...pictures,
  views: [
    { type, format: { [`${type}_cover`]: { type: 'page_cover' }, board_columns_by: { property: 'Shot' }, ...format } },
  ],
})
const cover = (body: HTMLElement) => one(body, '.card-cover img').getAttribute('src')

export const CARDS: Section = {
  name: 'Cards and their pictures',
  rows: rowsFor({
    gallery_cover: database('A gallery’s cards have the covers of their pages.', cards('gallery', {}), (body) =>
      expect(cover(body)).toBe(`${OUT}-cover.png`),
    ),
    'gallery_cover, property': database(
      'Gallery cards can show a picture from a files property.',
      cards('gallery', { gallery_cover: { type: 'property', property: 'Shot' } }),
      (body) => expect(cover(body)).toBe(`${OUT}.png`),
    ),
    gallery_cover_size: database(
      'A gallery’s cards are small, medium or large.',
      cards('gallery', { gallery_cover_size: 'large' }),
      (body) => expect(body.querySelectorAll('.collection-gallery.large')).toHaveLength(1),
    ),
    gallery_cover_aspect: database(
      'Gallery covers are cropped to fill their area, or fit into it.',
      cards('gallery', { gallery_cover_aspect: 'contain' }),
      (body) => expect(body.querySelectorAll('.card-cover.contains')).toHaveLength(1),
    ),
    board_cover: database('A board’s cards have covers in the same way.', cards('board', {}), (body) =>
      expect(cover(body)).toBe(`${OUT}-cover.png`),
    ),
    board_cover_size: database(
      'A board’s cards are small, medium or large.',
      cards('board', { board_cover_size: 'small' }),
      (body) => expect(body.querySelectorAll('.collection-board.small')).toHaveLength(1),
    ),
    board_cover_aspect: database(
      'Board covers are cropped to fill their area, or fit into it.',
      cards('board', { board_cover_aspect: 'contain' }),
      (body) => expect(body.querySelectorAll('.card-cover.contains')).toHaveLength(1),
    ),
    'cover position, default': database(
      'A card shows the center of a cover without a position.',
      cards('gallery', {}),
      // Browsers show the middle of a picture without `object-position`.
      (body) => expect(one(body, '.card-cover img').getAttribute('style') ?? '').not.toContain('object-position'),
    ),
    page_cover_position: database(
      'A card shows the same part of a cover as its page.',
      { ...cards('gallery', {}), rowFormats: { Pen: { page_cover: `${OUT}-cover.png`, page_cover_position: 0.2 } } },
      (body) => expect(one(body, '.card-cover img').getAttribute('style')).toContain('50% 80%'),
    ),
    card_cover_position: database(
      'A card can show a different part of a cover than its page.',
      {
        ...cards('gallery', {}),
        rowFormats: { Pen: { page_cover: `${OUT}-cover.png`, page_cover_position: 0.2, card_cover_position: 0 } },
      },
      (body) => expect(one(body, '.card-cover img').getAttribute('style')).toContain('50% 100%'),
    ),
  }),
}
