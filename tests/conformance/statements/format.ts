import { expect } from 'vitest'
import { idOf } from '../../support/records'
import { rowsFor, type Section } from '../row'
import type { Raw } from '../support/maps'
import { field } from '../support/rows'
import { attributes, one, showInView, texts } from '../support/show'

const OUT = 'https://example.com/a'
const p = (title: string): Raw => ({ type: 'text', title })

const media = (type: string, format: Record<string, unknown>): Raw => ({
  type,
  properties: { source: `${OUT}.png` },
  format,
})
const style = (body: HTMLElement, selector: string) => one(body, selector).getAttribute('style')
const cell = (a: string, b: string): Raw => ({ type: 'table_row', properties: { a, b } })
const table = (format: Record<string, unknown>): Raw => ({
  type: 'table',
  format,
  content: [cell('1', '2'), cell('3', '4')],
})
const repository = (format: Record<string, unknown>): Raw => ({
  type: 'external_object_instance',
  format: { domain: 'github.com', original_url: 'https://github.com/ada/engine', ...format },
})
const drive = (format: Record<string, unknown>): Raw => ({
  type: 'drive',
  format: { drive_properties: { url: OUT, ...format } },
})
const numbered = (format?: Record<string, unknown>): Raw => ({ type: 'numbered_list', title: 'a', format })
const colored = 'text header bulleted_list to_do toggle quote callout'.split(' ')

export const FORMAT: Section = {
  name: 'Fields of a block’s format',
  rows: rowsFor({
    page_icon: field(
      'The icon of a page is shown before its name.',
      { type: 'alias', format: { alias_pointer: { id: idOf('Other') } } },
      ({ body }) => expect(one(body, '.page-icon').textContent).toBe('📗'),
      { block: { Other: { type: 'page', title: 'Other', format: { page_icon: '📗' } } } },
    ),
    block_color: field(
      'Text, headings, lists, to-dos, toggles, quotes and callouts have the colour of their block.',
      colored.flatMap((type) =>
        ['red', 'blue_background'].map((block_color) => ({ type, title: 'a', format: { block_color } })),
      ),
      ({ body }) => {
        expect(body.querySelectorAll('.notion-red')).toHaveLength(colored.length)
        expect(body.querySelectorAll('.notion-blue_background')).toHaveLength(colored.length)
      },
    ),
    block_aspect_ratio: field(
      'An embed has the aspect ratio of its block.',
      media('embed', { block_aspect_ratio: 0.5 }),
      ({ body }) => expect(style(body, '.frame')).toContain('aspect-ratio:2'),
    ),
    block_height: field('An embed has the height of its block.', media('embed', { block_height: 200 }), ({ body }) =>
      expect(style(body, '.frame')).toContain('height:200px'),
    ),
    block_width: field('A picture has the width of its block.', media('image', { block_width: 320 }), ({ body }) =>
      expect(style(body, 'figure')).toContain('width:320px'),
    ),
    block_full_width: field(
      'A picture can span the full width of the page.',
      media('image', { block_full_width: true }),
      ({ body }) => expect(body.querySelectorAll('figure[data-full]')).toHaveLength(1),
    ),
    block_page_width: field(
      'A picture in page width has no width of its own.',
      media('image', { block_page_width: true, block_width: 320 }),
      ({ body }) => expect(style(body, 'figure') ?? '').not.toContain('320'),
    ),
    block_preserve_scale: field(
      'An embed that preserves its scale has an aspect ratio instead of a height.',
      media('embed', { block_preserve_scale: true, block_height: 200 }),
      ({ body }) => {
        expect(style(body, '.frame')).toContain('aspect-ratio')
        expect(style(body, '.frame')).not.toContain('200px')
      },
    ),
    block_alignment: field(
      'A picture can be aligned left or right.',
      [media('image', { block_alignment: 'left' }), media('image', { block_alignment: 'right' })],
      ({ body }) => expect(attributes(body, 'figure', 'data-align')).toEqual(['left', 'right']),
    ),
    display_source: {
      says: 'An embed shows the display source that the workspace stores for it.',
      holds: async () => {
        const { body } = await showInView(media('embed', { display_source: 'https://example.com/shown' }))
        expect(one(body, 'iframe').getAttribute('src')).toBe('https://example.com/shown')
      },
    },
    toggleable: field(
      'A toggle heading collapses its nested blocks, and still has a link to itself.',
      { type: 'header', title: 'a', format: { toggleable: true }, content: [p('b')] },
      ({ body }) => {
        expect(one(body, 'details:not([open]) > summary > h2').id).toMatch(/^[0-9a-f]{32}$/)
        expect(one(body, 'details .block-text').textContent).toBe('b')
      },
    ),
    column_ratio: field(
      'Columns have their ratios of the page width without the gaps.',
      {
        type: 'column_list',
        content: [0.25, 0.75].map((column_ratio) => ({ type: 'column', format: { column_ratio }, content: [p('a')] })),
      },
      ({ body }) =>
        expect(attributes(body, '.notion-column', 'style')).toEqual(
          [0.25, 0.75].map((ratio) => `width:calc((100% - (1 * min(32px, 4vw))) * ${ratio})`),
        ),
    ),
    list_start_index: field(
      'A numbered list starts at its start index, regardless of the list before it.',
      [numbered(), p('between'), numbered({ list_start_index: 2 }), numbered()],
      ({ body }) => {
        expect(attributes(body, 'ol', 'start')).toEqual([null, '2'])
        expect(texts(body, 'ol')).toEqual(['a', 'aa'])
      },
    ),
    'drive_properties.url': field('A card of Google Drive leads to the file.', drive({}), ({ body }) =>
      expect(one(body, 'a').getAttribute('href')).toBe(OUT),
    ),
    'drive_properties.title': field(
      'A card of Google Drive has the file’s title.',
      drive({ title: 'Minutes' }),
      ({ body }) => expect(one(body, '.block-card-title').textContent).toBe('Minutes'),
    ),
    'drive_properties.thumbnail': field(
      'A card of Google Drive has the file’s picture.',
      drive({ thumbnail: `${OUT}.png` }),
      ({ body }) => expect(one(body, 'img.block-card-cover').getAttribute('src')).toBe(`${OUT}.png`),
    ),
    'drive_properties.icon': field(
      'A card of Google Drive has the icon of the file’s kind.',
      drive({ icon: `${OUT}.ico` }),
      ({ body }) => expect(one(body, '.page-icon img').getAttribute('src')).toBe(`${OUT}.ico`),
    ),
    bookmark_icon: field(
      'A bookmark has the icon of its site.',
      { type: 'bookmark', properties: { link: OUT }, format: { bookmark_icon: `${OUT}.ico` } },
      ({ body }) => expect(one(body, '.page-icon img').getAttribute('src')).toBe(`${OUT}.ico`),
    ),
    bookmark_cover: field(
      'A bookmark has the picture of its site.',
      { type: 'bookmark', properties: { link: OUT }, format: { bookmark_cover: `${OUT}.png` } },
      ({ body }) => expect(one(body, 'img.block-card-cover').getAttribute('src')).toBe(`${OUT}.png`),
    ),
    table_block_column_order: field(
      'A simple table shows its columns in the stored order.',
      table({ table_block_column_order: ['b', 'a'] }),
      ({ body }) => expect(texts(body, 'td')).toEqual(['2', '1', '4', '3']),
    ),
    'table_block_column_format.color': field(
      'A column of a simple table can have a colour.',
      table({ table_block_column_order: ['a', 'b'], table_block_column_format: { a: { color: 'blue_background' } } }),
      ({ body }) =>
        expect(attributes(body, 'td', 'class')).toEqual([
          'notion-blue_background',
          null,
          'notion-blue_background',
          null,
        ]),
    ),
    'table_block_column_format.width': field(
      'A column of a simple table can have a width.',
      table({ table_block_column_order: ['a', 'b'], table_block_column_format: { b: { width: 300 } } }),
      ({ body }) => expect(attributes(body, 'col', 'style')).toEqual(['width:120px', 'width:300px']),
    ),
    table_block_column_header: field(
      'The first row of a simple table can be a header row.',
      table({ table_block_column_order: ['a', 'b'], table_block_column_header: true }),
      ({ body }) => {
        expect(texts(body, 'thead th[scope=col]')).toEqual(['1', '2'])
        expect(texts(body, 'tbody td')).toEqual(['3', '4'])
      },
    ),
    table_block_row_header: field(
      'The first column of a simple table can be a header column.',
      table({ table_block_column_order: ['a', 'b'], table_block_row_header: true }),
      ({ body }) => expect(texts(body, 'tbody th[scope=row]')).toEqual(['1', '3']),
    ),
    transclusion_reference_pointer: field(
      'A reference to a synced block that contains itself is not rendered again.',
      {
        type: 'transclusion_container',
        name: 'S',
        content: [
          p('a'),
          { type: 'transclusion_reference', format: { transclusion_reference_pointer: { id: idOf('S') } } },
        ],
      },
      ({ body }) => expect(texts(body, '.block-text')).toEqual(['a']),
    ),
    alias_pointer: field(
      'A link block to a missing page is omitted and logged.',
      [{ type: 'alias', format: { alias_pointer: { id: idOf('nowhere') } } }, p('a')],
      ({ body, notes }) => {
        expect(body.textContent).toBe('a')
        expect(notes).toEqual(['Alias of a missing page left out'])
      },
    ),
    original_url: field('An external object leads to its own address.', repository({}), ({ body }) =>
      expect(one(body, 'a').getAttribute('href')).toBe('https://github.com/ada/engine'),
    ),
    domain: field(
      'An external object of an unsupported service is omitted and logged.',
      repository({ domain: 'gitlab.com' }),
      ({ body, notes }) => {
        expect(body.querySelector('a')).toBeNull()
        expect(notes).toEqual(['External object of unsupported domain "gitlab.com" skipped'])
      },
    ),
    'attributes: title': field(
      'An external object has its title.',
      repository({ attributes: [{ id: 'title', values: ['engine'] }] }),
      ({ body }) => expect(one(body, '.block-card-title').textContent).toBe('engine'),
    ),
    'attributes: owner': field(
      'An external object has its owner’s name.',
      repository({ attributes: [{ id: 'owner', values: ['https://github.com/ada'] }] }),
      ({ body }) => expect(one(body, '.block-card-description').textContent).toBe('ada'),
    ),
    'attributes: updated_at': field(
      'An external object shows when it changed.',
      repository({
        attributes: [
          { id: 'updated_at', values: [{ type: 'datetime', start_date: '2024-02-03', start_time: '16:05' }] },
        ],
      }),
      ({ body }) => expect(one(body, '.block-card-description').textContent).toBe('Feb 3, 2024 04:05 PM'),
    ),
    code_wrap: field(
      'Code wraps if its block enables wrapping.',
      [
        { type: 'code', title: 'a', format: { code_wrap: true } },
        { type: 'code', title: 'a' },
      ],
      ({ body }) => expect(attributes(body, '.block-code', 'data-wrap')).toEqual(['1', null]),
    ),
    list_format: field(
      'A numbered list uses the numerals of its list format.',
      numbered({ list_format: 'roman' }),
      ({ body }) => expect(style(body, 'ol')).toContain('lower-roman'),
    ),
  }),
}
