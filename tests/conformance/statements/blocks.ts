import { expect } from 'vitest'
import { idOf } from '../../support/records'
import { rowsFor, type Section } from '../row'
import { databaseOf, type Raw, type Tables } from '../support/maps'
import { drawn } from '../support/rows'
import { attributes, one, show, texts } from '../support/show'

const p = (title: string): Raw => ({ type: 'text', title })
const other: Tables = { block: { Other: { type: 'page', title: 'Other', format: { page_icon: '📗' } } } }
const [database, tables] = databaseOf({ schema: { Cost: { type: 'number' } }, rows: { Pen: {} } })
const synced: Raw = {
  type: 'transclusion_container',
  name: 'Synced',
  content: [p('twice'), { type: 'header', title: 'H' }],
}

const heading = (type: string, tag: string) =>
  drawn(
    `A ${type} is a ${tag} that can be linked to.`,
    [...HEADINGS.slice(0, HEADINGS.indexOf(type)), type].map((each) => ({ type: each, title: each })),
    (body) => {
      const found = one(body, tag)
      expect(found.textContent).toBe(`${type}#`)
      expect(one(found, 'a').getAttribute('href')).toBe(`#${found.id}`)
    },
  )
const HEADINGS = ['header', 'sub_header', 'sub_sub_header']

export const BLOCKS: Section = {
  name: 'Types of block',
  rows: rowsFor({
    page: drawn(
      'A page inside a page is a link with its icon and title.',
      { type: 'page', name: 'Child', title: 'Child', format: { page_icon: '📗' } },
      (body) => {
        expect(one(body, '.block-page a').getAttribute('href')).toBe('/child')
        expect(one(body, '.block-page').textContent).toBe('📗Child')
      },
    ),
    collection_view_page: drawn(
      'A whole database inside a page is a link.',
      { type: 'collection_view_page', name: 'Child', title: 'Child' },
      (body) => expect(one(body, '.block-page a').getAttribute('href')).toBe('/child'),
    ),
    collection_view: drawn(
      'A database is shown in its place, by its first view.',
      database,
      (body) => {
        expect(one(body, '.collection-title').textContent).toBe('Things')
        expect(texts(body, 'tbody th')).toEqual(['Pen'])
      },
      tables,
    ),
    header: heading('header', 'h2'),
    sub_header: heading('sub_header', 'h3'),
    sub_sub_header: heading('sub_sub_header', 'h4'),
    divider: drawn('A divider is a rule.', { type: 'divider' }, (body) =>
      expect(body.querySelectorAll('hr')).toHaveLength(1),
    ),
    text: drawn(
      'A text block is a paragraph that contains its indented blocks. An empty one keeps its height.',
      [{ ...p('a'), content: [p('b')] }, { type: 'text' }],
      (body) => {
        expect(one(body, '.block-text > .block-inside > .block-text').textContent).toBe('b')
        expect(body.querySelectorAll('.block-blank')).toHaveLength(1)
      },
    ),
    bulleted_list: drawn(
      'Adjacent bulleted items form one list, and items contain nested lists.',
      [
        { type: 'bulleted_list', title: 'a', content: [{ type: 'bulleted_list', title: 'b' }] },
        { type: 'bulleted_list', title: 'c' },
      ],
      (body) => {
        expect(texts(body, 'ul > li')).toEqual(['ab', 'b', 'c'])
        expect(body.querySelectorAll('ul > li > ul')).toHaveLength(1)
      },
    ),
    numbered_list: drawn(
      'Adjacent numbered items form one numbered list.',
      [
        { type: 'numbered_list', title: 'a' },
        { type: 'numbered_list', title: 'b' },
      ],
      (body) => expect(texts(one(body, 'ol'), 'li')).toEqual(['a', 'b']),
    ),
    equation: drawn('An equation is rendered on the server.', { type: 'equation', title: 'x^2' }, (body) =>
      expect(one(body, '.block-equation .katex-display').textContent).toContain('x'),
    ),
    code: drawn(
      'Code is highlighted on the server, and has its language, a copy button and its caption.',
      { type: 'code', title: 'let a = 1', properties: { language: 'JavaScript', caption: 'Why' } },
      (body) => {
        expect(one(body, '.block-code-bar > span').textContent).toBe('JavaScript')
        expect(one(body, 'pre code').textContent).toBe('let a = 1')
        expect(one(body, 'pre .tk').textContent).toBe('let')
        expect(one(body, 'figcaption').textContent).toBe('Why')
        expect(one(body, 'button').textContent).toBe('Copy')
      },
    ),
    column_list: drawn(
      'Columns are side by side in one row.',
      { type: 'column_list', content: [column('a'), column('b')] },
      (body) => expect(texts(body, '.notion-row > .notion-column')).toEqual(['a', 'b']),
    ),
    column: drawn(
      'Columns without a width are equally wide.',
      { type: 'column_list', content: [column('a'), column('b')] },
      (body) =>
        expect(attributes(body, '.notion-column', 'style')).toEqual(Array(2).fill(expect.stringContaining('* 0.5)'))),
    ),
    quote: drawn(
      'A quote is a blockquote that contains its nested blocks.',
      { type: 'quote', title: 'a', content: [p('b')] },
      (body) => expect(one(body, 'blockquote').textContent).toBe('ab'),
    ),
    callout: drawn(
      'A callout shows its icon, its text and its nested blocks.',
      { type: 'callout', title: 'a', format: { page_icon: '💡' }, content: [p('b')] },
      (body) => expect(one(body, '[role=note]').textContent).toBe('💡ab'),
    ),
    toggle: drawn(
      'A toggle collapses its nested blocks without a script.',
      { type: 'toggle', title: 'a', content: [p('b')] },
      (body) => {
        expect(one(body, 'details > summary').textContent).toBe('a')
        expect(one(body, 'details:not([open]) .block-text').textContent).toBe('b')
      },
    ),
    table_of_contents: drawn(
      'A table of contents lists all headings of the page, including those after it.',
      [{ type: 'table_of_contents' }, { type: 'header', title: 'A', name: 'A' }, { type: 'sub_header', title: 'B' }],
      (body) => {
        expect(texts(body, '.block-contents a')).toEqual(['A', 'B'])
        expect(attributes(body, '.block-contents a', 'href')[0]).toBe(`#${idOf('A').replaceAll('-', '')}`)
      },
    ),
    to_do: drawn(
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
    transclusion_container: drawn('A synced block is shown at its original position.', synced, (body) =>
      expect(texts(body, '.block-text')).toEqual(['twice']),
    ),
    transclusion_reference: drawn(
      'A reference to a synced block shows its content, and element ids remain unique.',
      [synced, { type: 'transclusion_reference', format: { transclusion_reference_pointer: { id: idOf('Synced') } } }],
      (body) => {
        expect(texts(body, '.block-text')).toEqual(['twice', 'twice'])
        expect(new Set(attributes(body, '[id]', 'id')).size).toBe(2)
      },
    ),
    alias: drawn(
      'A link to another page is a link with its icon and title.',
      { type: 'alias', format: { alias_pointer: { id: idOf('Other') } } },
      (body) =>
        expect([one(body, 'a').getAttribute('href'), one(body, 'a').textContent]).toEqual(['/other', '📗Other']),
      other,
    ),
    table: drawn(
      'A simple table has a cell for each row and column, also where a value is missing.',
      {
        type: 'table',
        format: { table_block_column_order: ['a', 'b'] },
        content: [row({ a: '1', b: '2' }), row({ b: '3' })],
      },
      (body) => expect(texts(body, 'table td')).toEqual(['1', '2', '', '3']),
    ),
    table_row: drawn(
      'A row of a simple table can have a colour.',
      { type: 'table', content: [{ ...row({ a: '1' }), format: { block_color: 'red' } }] },
      (body) => expect(one(body, 'tr').className).toBe('notion-red'),
    ),
    breadcrumb: drawn(
      'A breadcrumb block shows the ancestors of the page as links. The page itself is not a link.',
      { type: 'breadcrumb' },
      (body) => {
        expect(texts(body, '.block-breadcrumb a')).toEqual(['Home'])
        expect(one(body, '[aria-current=page]').textContent).toBe('Here')
      },
    ),
    tab: drawn(
      'Tabs contain the content of all tabs and show that of one.',
      {
        type: 'tab',
        content: [
          { ...p('One'), content: [p('a')] },
          { ...p('Two'), content: [p('b')] },
        ],
      },
      (body) => {
        expect(texts(body, '[role=tab]')).toEqual(['One', 'Two'])
        expect(texts(body, '[role=tabpanel]')).toEqual(['a', 'b'])
        expect(texts(body, '[role=tabpanel]:not([hidden])')).toEqual(['a'])
      },
    ),
    button: {
      says: 'A button block is shown without a function. Its automation is never sent to browsers.',
      holds: async () => {
        const { body, wire } = await show({
          type: 'button',
          title: 'Ring',
          format: {
            automation_id: 'secret-1',
            automation: { url: 'https://hook.example/secret-2', headers: { Authorization: 'secret-3' } },
          },
          more: { automation: 'secret-4' },
        })
        expect(one(body, '.block-button').textContent).toBe('Ring')
        expect(body.querySelector('button, a, form')).toBeNull()
        expect(wire + body.innerHTML).not.toContain('secret')
      },
    },
    unknown: {
      says: 'A block of an unknown type is an empty element, and is logged.',
      holds: async () => {
        const { body, notes } = await show([{ type: 'hologram', title: 'x' }, p('after')])
        expect(one(body, '.block-unknown').outerHTML).toBe('<div class="block-unknown"></div>')
        expect(texts(body, '.block-text')).toEqual(['after'])
        expect(notes).toEqual(['Block of unsupported type "hologram" skipped'])
      },
    },
    'unknown, for developers': {
      says: 'In development, a note replaces each block that cannot be shown.',
      holds: async () => {
        const { body } = await show([{ type: 'hologram' }, { type: 'image' }], {}, { development: true })
        expect(texts(body, '.block-unknown')).toEqual([
          'Block of unsupported type "hologram" skipped',
          'Block without an address: image',
        ])
      },
    },
  }),
}

function column(title: string): Raw {
  return { type: 'column', content: [p(title)] }
}

function row(properties: Record<string, string>): Raw {
  return { type: 'table_row', properties }
}
