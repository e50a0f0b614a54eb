import { expect } from 'vitest'
import { createId } from '../../support/records'
import { createRows, type Section } from '../row'
import { createDatabase, type Raw, type Tables } from '../support/maps'
import { checkCompleteBlock } from '../support/rows'
import { findOne, listAttributes, listTexts, show } from '../support/show'

const createText = (title: string): Raw => ({ type: 'text', title })
const other: Tables = { block: { Other: { type: 'page', title: 'Other', format: { page_icon: '📗' } } } }
const [database, tables] = createDatabase({ schema: { Cost: { type: 'number' } }, rows: { Pen: {} } })
const synced: Raw = {
  type: 'transclusion_container',
  name: 'Synced',
  content: [createText('twice'), { type: 'header', title: 'H' }],
}

const checkHeading = (type: string, tag: string) =>
  checkCompleteBlock(
    `A ${type} is a ${tag} that can be linked to.`,
    [...HEADINGS.slice(0, HEADINGS.indexOf(type)), type].map((each) => ({ type: each, title: each })),
    (body) => {
      const found = findOne(body, tag)
      expect(found.textContent).toBe(`${type}#`)
      expect(findOne(found, 'a').getAttribute('href')).toBe(`#${found.id}`)
    },
  )
const HEADINGS = ['header', 'sub_header', 'sub_sub_header']

export const BLOCKS: Section = {
  name: 'Types of block',
  rows: createRows({
    page: checkCompleteBlock(
      'A page inside a page is a link with its icon and title.',
      { type: 'page', name: 'Child', title: 'Child', format: { page_icon: '📗' } },
      (body) => {
        expect(findOne(body, '.block-page a').getAttribute('href')).toBe('/child')
        expect(findOne(body, '.block-page').textContent).toBe('📗Child')
      },
    ),
    collection_view_page: checkCompleteBlock(
      'A whole database inside a page is a link.',
      { type: 'collection_view_page', name: 'Child', title: 'Child' },
      (body) => expect(findOne(body, '.block-page a').getAttribute('href')).toBe('/child'),
    ),
    collection_view: checkCompleteBlock(
      'A database is shown in its place, by its first view.',
      database,
      (body) => {
        expect(findOne(body, '.collection-title').textContent).toBe('Things')
        expect(listTexts(body, 'tbody th')).toEqual(['Pen'])
      },
      tables,
    ),
    header: checkHeading('header', 'h2'),
    sub_header: checkHeading('sub_header', 'h3'),
    sub_sub_header: checkHeading('sub_sub_header', 'h4'),
    divider: checkCompleteBlock('A divider is a rule.', { type: 'divider' }, (body) =>
      expect(body.querySelectorAll('hr')).toHaveLength(1),
    ),
    text: checkCompleteBlock(
      'A text block is a paragraph that contains its indented blocks. An empty one keeps its height.',
      [{ ...createText('a'), content: [createText('b')] }, { type: 'text' }],
      (body) => {
        expect(findOne(body, '.block-text > .block-inside > .block-text').textContent).toBe('b')
        expect(body.querySelectorAll('.block-blank')).toHaveLength(1)
      },
    ),
    bulleted_list: checkCompleteBlock(
      'Adjacent bulleted items form one list, and items contain nested lists.',
      [
        { type: 'bulleted_list', title: 'a', content: [{ type: 'bulleted_list', title: 'b' }] },
        { type: 'bulleted_list', title: 'c' },
      ],
      (body) => {
        expect(listTexts(body, 'ul > li')).toEqual(['ab', 'b', 'c'])
        expect(body.querySelectorAll('ul > li > ul')).toHaveLength(1)
      },
    ),
    numbered_list: checkCompleteBlock(
      'Adjacent numbered items form one numbered list.',
      [
        { type: 'numbered_list', title: 'a' },
        { type: 'numbered_list', title: 'b' },
      ],
      (body) => expect(listTexts(findOne(body, 'ol'), 'li')).toEqual(['a', 'b']),
    ),
    equation: checkCompleteBlock('An equation is rendered on the server.', { type: 'equation', title: 'x^2' }, (body) =>
      expect(findOne(body, '.block-equation .katex-display').textContent).toContain('x'),
    ),
    code: checkCompleteBlock(
      'Code is highlighted on the server, and has its language, a copy button and its caption.',
      { type: 'code', title: 'let a = 1', properties: { language: 'JavaScript', caption: 'Why' } },
      (body) => {
        expect(findOne(body, '.block-code-bar > span').textContent).toBe('JavaScript')
        expect(findOne(body, 'pre code').textContent).toBe('let a = 1')
        expect(findOne(body, 'pre .tk').textContent).toBe('let')
        expect(findOne(body, 'figcaption').textContent).toBe('Why')
        expect(findOne(body, 'button').textContent).toBe('Copy')
      },
    ),
    column_list: checkCompleteBlock(
      'Columns are side by side in one row.',
      { type: 'column_list', content: [createColumn('a'), createColumn('b')] },
      (body) => expect(listTexts(body, '.notion-row > .notion-column')).toEqual(['a', 'b']),
    ),
    column: checkCompleteBlock(
      'Columns without a width are equally wide.',
      { type: 'column_list', content: [createColumn('a'), createColumn('b')] },
      (body) =>
        expect(listAttributes(body, '.notion-column', 'style')).toEqual(
          Array(2).fill(expect.stringContaining('* 0.5)')),
        ),
    ),
    quote: checkCompleteBlock(
      'A quote is a blockquote that contains its nested blocks.',
      { type: 'quote', title: 'a', content: [createText('b')] },
      (body) => expect(findOne(body, 'blockquote').textContent).toBe('ab'),
    ),
    callout: checkCompleteBlock(
      'A callout shows its icon, its text and its nested blocks.',
      { type: 'callout', title: 'a', format: { page_icon: '💡' }, content: [createText('b')] },
      (body) => expect(findOne(body, '[role=note]').textContent).toBe('💡ab'),
    ),
    toggle: checkCompleteBlock(
      'A toggle collapses its nested blocks without a script.',
      { type: 'toggle', title: 'a', content: [createText('b')] },
      (body) => {
        expect(findOne(body, 'details > summary').textContent).toBe('a')
        expect(findOne(body, 'details:not([open]) .block-text').textContent).toBe('b')
      },
    ),
    table_of_contents: checkCompleteBlock(
      'A table of contents lists all headings of the page, including those after it.',
      [{ type: 'table_of_contents' }, { type: 'header', title: 'A', name: 'A' }, { type: 'sub_header', title: 'B' }],
      (body) => {
        expect(listTexts(body, '.block-contents a')).toEqual(['A', 'B'])
        expect(listAttributes(body, '.block-contents a', 'href')[0]).toBe(`#${createId('A').replaceAll('-', '')}`)
      },
    ),
    to_do: checkCompleteBlock(
      'A to-do has a disabled checkbox that shows whether it is done.',
      [
        { type: 'to_do', title: 'a', properties: { checked: 'Yes' } },
        { type: 'to_do', title: 'b' },
      ],
      (body) => {
        const boxes = [...body.querySelectorAll<HTMLInputElement>('input[type=checkbox][disabled]')]
        expect(boxes.map((box) => box.hasAttribute('checked'))).toEqual([true, false])
      },
    ),
    transclusion_container: checkCompleteBlock('A synced block is shown at its original position.', synced, (body) =>
      expect(listTexts(body, '.block-text')).toEqual(['twice']),
    ),
    transclusion_reference: checkCompleteBlock(
      'A reference to a synced block shows its content, and element ids remain unique.',
      [
        synced,
        { type: 'transclusion_reference', format: { transclusion_reference_pointer: { id: createId('Synced') } } },
      ],
      (body) => {
        expect(listTexts(body, '.block-text')).toEqual(['twice', 'twice'])
        expect(new Set(listAttributes(body, '[id]', 'id')).size).toBe(2)
      },
    ),
    alias: checkCompleteBlock(
      'A link to another page is a link with its icon and title.',
      { type: 'alias', format: { alias_pointer: { id: createId('Other') } } },
      (body) =>
        expect([findOne(body, 'a').getAttribute('href'), findOne(body, 'a').textContent]).toEqual([
          '/other',
          '📗Other',
        ]),
      other,
    ),
    table: checkCompleteBlock(
      'A simple table has a cell for each row and column, also where a value is missing.',
      {
        type: 'table',
        format: { table_block_column_order: ['a', 'b'] },
        content: [createTableRow({ a: '1', b: '2' }), createTableRow({ b: '3' })],
      },
      (body) => expect(listTexts(body, 'table td')).toEqual(['1', '2', '', '3']),
    ),
    table_row: checkCompleteBlock(
      'A row of a simple table can have a color.',
      { type: 'table', content: [{ ...createTableRow({ a: '1' }), format: { block_color: 'red' } }] },
      (body) => expect(findOne(body, 'tr').className).toBe('notion-red'),
    ),
    breadcrumb: checkCompleteBlock(
      'A breadcrumb block shows the ancestors of the page as links. The page itself is not a link.',
      { type: 'breadcrumb' },
      (body) => {
        expect(listTexts(body, '.block-breadcrumb a')).toEqual(['Home'])
        expect(findOne(body, '[aria-current=page]').textContent).toBe('Here')
      },
    ),
    tab: checkCompleteBlock(
      'Tabs contain the content of all tabs and show that of one.',
      {
        type: 'tab',
        content: [
          { ...createText('One'), content: [createText('a')] },
          { ...createText('Two'), content: [createText('b')] },
        ],
      },
      (body) => {
        expect(listTexts(body, '[role=tab]')).toEqual(['One', 'Two'])
        expect(listTexts(body, '[role=tabpanel]')).toEqual(['a', 'b'])
        expect(listTexts(body, '[role=tabpanel]:not([hidden])')).toEqual(['a'])
      },
    ),
    button: {
      statement: 'A button block is shown without a function. Its automation is never sent to browsers.',
      check: async () => {
        const { body, wire } = await show({
          type: 'button',
          title: 'Ring',
          format: {
            automation_id: 'secret-1',
            automation: { url: 'https://hook.example/secret-2', headers: { Authorization: 'secret-3' } },
          },
          more: { automation: 'secret-4' },
        })
        expect(findOne(body, '.block-button').textContent).toBe('Ring')
        expect(body.querySelector('button, a, form')).toBeNull()
        expect(wire + body.innerHTML).not.toContain('secret')
      },
    },
    unknown: {
      statement: 'A block of an unknown type is an empty element, and is logged.',
      check: async () => {
        const { body, notes } = await show([{ type: 'hologram', title: 'x' }, createText('after')])
        expect(findOne(body, '.block-unknown').outerHTML).toBe('<div class="block-unknown"></div>')
        expect(listTexts(body, '.block-text')).toEqual(['after'])
        expect(notes).toEqual(['Block of unsupported type "hologram" skipped'])
      },
    },
    'unknown, for developers': {
      statement: 'In development, a note replaces each block that cannot be shown.',
      check: async () => {
        const { body } = await show([{ type: 'hologram' }, { type: 'image' }], {}, { development: true })
        expect(listTexts(body, '.block-unknown')).toEqual([
          'Block of unsupported type "hologram" skipped',
          'Block without an address: image',
        ])
      },
    },
  }),
}

function createColumn(title: string): Raw {
  return { type: 'column', content: [createText(title)] }
}

function createTableRow(properties: Record<string, string>): Raw {
  return { type: 'table_row', properties }
}
