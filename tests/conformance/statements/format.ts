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
      'An icon stands before the name of a page.',
      { type: 'alias', format: { alias_pointer: { id: idOf('Other') } } },
      ({ body }) => expect(one(body, '.page-icon').textContent).toBe('📗'),
      { block: { Other: { type: 'page', title: 'Other', format: { page_icon: '📗' } } } },
    ),
    block_color: field(
      'Text, headings, lists, to-dos, toggles, quotes and callouts have their colour.',
      colored.flatMap((type) =>
        ['red', 'blue_background'].map((block_color) => ({ type, title: 'a', format: { block_color } })),
      ),
      ({ body }) => {
        expect(body.querySelectorAll('.notion-red')).toHaveLength(colored.length)
        expect(body.querySelectorAll('.notion-blue_background')).toHaveLength(colored.length)
      },
    ),
    block_aspect_ratio: field(
      'A frame keeps the shape that it is given.',
      media('embed', { block_aspect_ratio: 0.5 }),
      ({ body }) => expect(style(body, '.frame')).toContain('aspect-ratio:2'),
    ),
    block_height: field('A frame is as high as it is told.', media('embed', { block_height: 200 }), ({ body }) =>
      expect(style(body, '.frame')).toContain('height:200px'),
    ),
    block_width: field('A picture is as wide as it is told.', media('image', { block_width: 320 }), ({ body }) =>
      expect(style(body, 'figure')).toContain('width:320px'),
    ),
    block_full_width: field(
      'A picture may go from edge to edge.',
      media('image', { block_full_width: true }),
      ({ body }) => expect(body.querySelectorAll('figure[data-full]')).toHaveLength(1),
    ),
    block_page_width: field(
      'A picture of the page’s width has no width of its own.',
      media('image', { block_page_width: true, block_width: 320 }),
      ({ body }) => expect(style(body, 'figure') ?? '').not.toContain('320'),
    ),
    block_preserve_scale: field(
      'A frame that keeps its scale has a shape in place of a height.',
      media('embed', { block_preserve_scale: true, block_height: 200 }),
      ({ body }) => {
        expect(style(body, '.frame')).toContain('aspect-ratio')
        expect(style(body, '.frame')).not.toContain('200px')
      },
    ),
    block_alignment: field(
      'A picture may stand at either side.',
      [media('image', { block_alignment: 'left' }), media('image', { block_alignment: 'right' })],
      ({ body }) => expect(attributes(body, 'figure', 'data-align')).toEqual(['left', 'right']),
    ),
    display_source: {
      says: 'What the workspace made ready for a frame is what the frame shows.',
      holds: async () => {
        const { body } = await showInView(media('embed', { display_source: 'https://example.com/shown' }))
        expect(one(body, 'iframe').getAttribute('src')).toBe('https://example.com/shown')
      },
    },
    toggleable: field(
      'A heading may fold what lies under it, and is linked to all the same.',
      { type: 'header', title: 'a', format: { toggleable: true }, content: [p('b')] },
      ({ body }) => {
        expect(one(body, 'details:not([open]) > summary > h2').id).toMatch(/^[0-9a-f]{32}$/)
        expect(one(body, 'details .block-text').textContent).toBe('b')
      },
    ),
    column_ratio: field(
      'Columns have their parts of the width, what lies between them taken off.',
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
      'A numbered list begins where it is told, whatever stands before it.',
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
      'A simple table has its columns in their order.',
      table({ table_block_column_order: ['b', 'a'] }),
      ({ body }) => expect(texts(body, 'td')).toEqual(['2', '1', '4', '3']),
    ),
    'table_block_column_format.color': field(
      'A column of a simple table may have a colour.',
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
      'A column of a simple table may have a width.',
      table({ table_block_column_order: ['a', 'b'], table_block_column_format: { b: { width: 300 } } }),
      ({ body }) => expect(attributes(body, 'col', 'style')).toEqual(['width:120px', 'width:300px']),
    ),
    table_block_column_header: field(
      'The first row of a simple table may head its columns.',
      table({ table_block_column_order: ['a', 'b'], table_block_column_header: true }),
      ({ body }) => {
        expect(texts(body, 'thead th[scope=col]')).toEqual(['1', '2'])
        expect(texts(body, 'tbody td')).toEqual(['3', '4'])
      },
    ),
    table_block_row_header: field(
      'The first column of a simple table may head its rows.',
      table({ table_block_column_order: ['a', 'b'], table_block_row_header: true }),
      ({ body }) => expect(texts(body, 'tbody th[scope=row]')).toEqual(['1', '3']),
    ),
    transclusion_reference_pointer: field(
      'A copy of a synced block that shows itself ends there.',
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
      'A link to a page that is not there is left out, and told of.',
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
      'An external object of an unsupported service is left out, and told of.',
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
      'An external object says when it changed.',
      repository({
        attributes: [
          { id: 'updated_at', values: [{ type: 'datetime', start_date: '2024-02-03', start_time: '16:05' }] },
        ],
      }),
      ({ body }) => expect(one(body, '.block-card-description').textContent).toBe('Feb 3, 2024 04:05 PM'),
    ),
    code_wrap: field(
      'Code goes on in further lines where it is told to.',
      [
        { type: 'code', title: 'a', format: { code_wrap: true } },
        { type: 'code', title: 'a' },
      ],
      ({ body }) => expect(attributes(body, '.block-code', 'data-wrap')).toEqual(['1', null]),
    ),
    list_format: field(
      'A numbered list has the numerals that it names.',
      numbered({ list_format: 'roman' }),
      ({ body }) => expect(style(body, 'ol')).toContain('lower-roman'),
    ),
  }),
}
