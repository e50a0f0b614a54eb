import { expect } from 'vitest'
import { createId } from '../../support/records'
import { createRows, type Section } from '../row'
import type { Raw } from '../support/maps'
import { checkBlock } from '../support/rows'
import { findOne, listAttributes, listTexts, showInView } from '../support/show'

const OUT = 'https://example.com/a'
const createText = (title: string): Raw => ({ type: 'text', title })

const createMedia = (type: string, format: Record<string, unknown>): Raw => ({
  type,
  properties: { source: `${OUT}.png` },
  format,
})
const readStyle = (body: HTMLElement, selector: string) => findOne(body, selector).getAttribute('style')
const createTableRow = (a: string, b: string): Raw => ({ type: 'table_row', properties: { a, b } })
const createTable = (format: Record<string, unknown>): Raw => ({
  type: 'table',
  format,
  content: [createTableRow('1', '2'), createTableRow('3', '4')],
})
const createRepository = (format: Record<string, unknown>): Raw => ({
  type: 'external_object_instance',
  format: { domain: 'github.com', original_url: 'https://github.com/ada/engine', ...format },
})
const createDrive = (format: Record<string, unknown>): Raw => ({
  type: 'drive',
  format: { drive_properties: { url: OUT, ...format } },
})
const createNumberedItem = (format?: Record<string, unknown>): Raw => ({ type: 'numbered_list', title: 'a', format })
const colored = 'text header bulleted_list to_do toggle quote callout'.split(' ')

export const FORMAT: Section = {
  name: 'Fields of a block’s format',
  rows: createRows({
    page_icon: checkBlock(
      'The icon of a page is shown before its name.',
      { type: 'alias', format: { alias_pointer: { id: createId('Other') } } },
      ({ body }) => expect(findOne(body, '.page-icon').textContent).toBe('📗'),
      { block: { Other: { type: 'page', title: 'Other', format: { page_icon: '📗' } } } },
    ),
    block_color: checkBlock(
      'Text, headings, lists, to-dos, toggles, quotes and callouts have the color of their block.',
      colored.flatMap((type) =>
        ['red', 'blue_background'].map((block_color) => ({ type, title: 'a', format: { block_color } })),
      ),
      ({ body }) => {
        expect(body.querySelectorAll('.notion-red')).toHaveLength(colored.length)
        expect(body.querySelectorAll('.notion-blue_background')).toHaveLength(colored.length)
      },
    ),
    block_aspect_ratio: checkBlock(
      'An embed has the aspect ratio of its block.',
      createMedia('embed', { block_aspect_ratio: 0.5 }),
      ({ body }) => expect(readStyle(body, '.frame')).toContain('aspect-ratio:2'),
    ),
    block_height: checkBlock(
      'An embed has the height of its block.',
      createMedia('embed', { block_height: 200 }),
      ({ body }) => expect(readStyle(body, '.frame')).toContain('height:200px'),
    ),
    block_width: checkBlock(
      'A picture has the width of its block.',
      createMedia('image', { block_width: 320 }),
      ({ body }) => expect(readStyle(body, 'figure')).toContain('width:320px'),
    ),
    block_full_width: checkBlock(
      'A picture can span the full width of the page.',
      createMedia('image', { block_full_width: true }),
      ({ body }) => expect(body.querySelectorAll('figure[data-full]')).toHaveLength(1),
    ),
    block_page_width: checkBlock(
      'A picture in page width has no width of its own.',
      createMedia('image', { block_page_width: true, block_width: 320 }),
      ({ body }) => expect(readStyle(body, 'figure') ?? '').not.toContain('320'),
    ),
    block_preserve_scale: checkBlock(
      'An embed that preserves its scale has an aspect ratio instead of a height.',
      createMedia('embed', { block_preserve_scale: true, block_height: 200 }),
      ({ body }) => {
        expect(readStyle(body, '.frame')).toContain('aspect-ratio')
        expect(readStyle(body, '.frame')).not.toContain('200px')
      },
    ),
    block_alignment: checkBlock(
      'A picture can be aligned left or right.',
      [createMedia('image', { block_alignment: 'left' }), createMedia('image', { block_alignment: 'right' })],
      ({ body }) => expect(listAttributes(body, 'figure', 'data-align')).toEqual(['left', 'right']),
    ),
    display_source: {
      statement: 'An embed shows the display source that the workspace stores for it.',
      check: async () => {
        const { body } = await showInView(createMedia('embed', { display_source: 'https://example.com/shown' }))
        expect(findOne(body, 'iframe').getAttribute('src')).toBe('https://example.com/shown')
      },
    },
    toggleable: checkBlock(
      'A toggle heading collapses its nested blocks, and still has a link to itself.',
      { type: 'header', title: 'a', format: { toggleable: true }, content: [createText('b')] },
      ({ body }) => {
        expect(findOne(body, 'details:not([open]) > summary > h2').id).toMatch(/^[0-9a-f]{32}$/)
        expect(findOne(body, 'details .block-text').textContent).toBe('b')
      },
    ),
    column_ratio: checkBlock(
      'Columns have their ratios of the page width without the gaps.',
      {
        type: 'column_list',
        content: [0.25, 0.75].map((column_ratio) => ({
          type: 'column',
          format: { column_ratio },
          content: [createText('a')],
        })),
      },
      ({ body }) =>
        expect(listAttributes(body, '.notion-column', 'style')).toEqual(
          [0.25, 0.75].map((ratio) => `width:calc((100% - (1 * min(32px, 4vw))) * ${ratio})`),
        ),
    ),
    list_start_index: checkBlock(
      'A numbered list starts at its start index, regardless of the list before it.',
      [createNumberedItem(), createText('between'), createNumberedItem({ list_start_index: 2 }), createNumberedItem()],
      ({ body }) => {
        expect(listAttributes(body, 'ol', 'start')).toEqual([null, '2'])
        expect(listTexts(body, 'ol')).toEqual(['a', 'aa'])
      },
    ),
    'drive_properties.url': checkBlock('A card of Google Drive leads to the file.', createDrive({}), ({ body }) =>
      expect(findOne(body, 'a').getAttribute('href')).toBe(OUT),
    ),
    'drive_properties.title': checkBlock(
      'A card of Google Drive has the file’s title.',
      createDrive({ title: 'Minutes' }),
      ({ body }) => expect(findOne(body, '.block-card-title').textContent).toBe('Minutes'),
    ),
    'drive_properties.thumbnail': checkBlock(
      'A card of Google Drive has the file’s picture.',
      createDrive({ thumbnail: `${OUT}.png` }),
      ({ body }) => expect(findOne(body, 'img.block-card-cover').getAttribute('src')).toBe(`${OUT}.png`),
    ),
    'drive_properties.icon': checkBlock(
      'A card of Google Drive has the icon of the file’s kind.',
      createDrive({ icon: `${OUT}.ico` }),
      ({ body }) => expect(findOne(body, '.page-icon img').getAttribute('src')).toBe(`${OUT}.ico`),
    ),
    bookmark_icon: checkBlock(
      'A bookmark has the icon of its site.',
      { type: 'bookmark', properties: { link: OUT }, format: { bookmark_icon: `${OUT}.ico` } },
      ({ body }) => expect(findOne(body, '.page-icon img').getAttribute('src')).toBe(`${OUT}.ico`),
    ),
    bookmark_cover: checkBlock(
      'A bookmark has the picture of its site.',
      { type: 'bookmark', properties: { link: OUT }, format: { bookmark_cover: `${OUT}.png` } },
      ({ body }) => expect(findOne(body, 'img.block-card-cover').getAttribute('src')).toBe(`${OUT}.png`),
    ),
    table_block_column_order: checkBlock(
      'A simple table shows its columns in the stored order.',
      createTable({ table_block_column_order: ['b', 'a'] }),
      ({ body }) => expect(listTexts(body, 'td')).toEqual(['2', '1', '4', '3']),
    ),
    'table_block_column_format.color': checkBlock(
      'A column of a simple table can have a color.',
      createTable({
        table_block_column_order: ['a', 'b'],
        table_block_column_format: { a: { color: 'blue_background' } },
      }),
      ({ body }) =>
        expect(listAttributes(body, 'td', 'class')).toEqual([
          'notion-blue_background',
          null,
          'notion-blue_background',
          null,
        ]),
    ),
    'table_block_column_format.width': checkBlock(
      'A column of a simple table can have a width.',
      createTable({ table_block_column_order: ['a', 'b'], table_block_column_format: { b: { width: 300 } } }),
      ({ body }) => expect(listAttributes(body, 'col', 'style')).toEqual(['width:120px', 'width:300px']),
    ),
    table_block_column_header: checkBlock(
      'The first row of a simple table can be a header row.',
      createTable({ table_block_column_order: ['a', 'b'], table_block_column_header: true }),
      ({ body }) => {
        expect(listTexts(body, 'thead th[scope=col]')).toEqual(['1', '2'])
        expect(listTexts(body, 'tbody td')).toEqual(['3', '4'])
      },
    ),
    table_block_row_header: checkBlock(
      'The first column of a simple table can be a header column.',
      createTable({ table_block_column_order: ['a', 'b'], table_block_row_header: true }),
      ({ body }) => expect(listTexts(body, 'tbody th[scope=row]')).toEqual(['1', '3']),
    ),
    transclusion_reference_pointer: checkBlock(
      'A reference to a synced block that contains itself is not rendered again.',
      {
        type: 'transclusion_container',
        name: 'S',
        content: [
          createText('a'),
          { type: 'transclusion_reference', format: { transclusion_reference_pointer: { id: createId('S') } } },
        ],
      },
      ({ body }) => expect(listTexts(body, '.block-text')).toEqual(['a']),
    ),
    alias_pointer: checkBlock(
      'A link block to a missing page is omitted and logged.',
      [{ type: 'alias', format: { alias_pointer: { id: createId('nowhere') } } }, createText('a')],
      ({ body, notes }) => {
        expect(body.textContent).toBe('a')
        expect(notes).toEqual(['Alias of a missing page left out'])
      },
    ),
    original_url: checkBlock('An external object leads to its own address.', createRepository({}), ({ body }) =>
      expect(findOne(body, 'a').getAttribute('href')).toBe('https://github.com/ada/engine'),
    ),
    domain: checkBlock(
      'An external object of an unsupported service is omitted and logged.',
      createRepository({ domain: 'gitlab.com' }),
      ({ body, notes }) => {
        expect(body.querySelector('a')).toBeNull()
        expect(notes).toEqual(['External object of unsupported domain "gitlab.com" skipped'])
      },
    ),
    'attributes: title': checkBlock(
      'An external object has its title.',
      createRepository({ attributes: [{ id: 'title', values: ['engine'] }] }),
      ({ body }) => expect(findOne(body, '.block-card-title').textContent).toBe('engine'),
    ),
    'attributes: owner': checkBlock(
      'An external object has its owner’s name.',
      createRepository({ attributes: [{ id: 'owner', values: ['https://github.com/ada'] }] }),
      ({ body }) => expect(findOne(body, '.block-card-description').textContent).toBe('ada'),
    ),
    'attributes: updated_at': checkBlock(
      'An external object shows when it changed.',
      createRepository({
        attributes: [
          { id: 'updated_at', values: [{ type: 'datetime', start_date: '2024-02-03', start_time: '16:05' }] },
        ],
      }),
      ({ body }) => expect(findOne(body, '.block-card-description').textContent).toBe('Feb 3, 2024 04:05 PM'),
    ),
    code_wrap: checkBlock(
      'Code wraps if its block enables wrapping.',
      [
        { type: 'code', title: 'a', format: { code_wrap: true } },
        { type: 'code', title: 'a' },
      ],
      ({ body }) => expect(listAttributes(body, '.block-code', 'data-wrap')).toEqual(['1', null]),
    ),
    list_format: checkBlock(
      'A numbered list uses the numerals of its list format.',
      createNumberedItem({ list_format: 'roman' }),
      ({ body }) => expect(readStyle(body, 'ol')).toContain('lower-roman'),
    ),
  }),
}
