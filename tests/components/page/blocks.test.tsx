import { expect, test } from 'vitest'
import type { Raw, Tables } from '../../support/content-map'
import { createId } from '../../support/records'
import { expectElements, expectShown, type ShownCase, show } from './show'

const TABLES: Tables = { block: { Other: { type: 'page', title: 'Other', format: { page_icon: '📗' } } } }
const createText = (title: string, content?: Raw[]): Raw => ({ type: 'text', title, content })
const toAnchor = (name: string) => createId(name).replaceAll('-', '')
const createCode = (title: string, language?: string): Raw => ({
  type: 'code',
  title,
  properties: language === undefined ? {} : { language },
})
const synced: Raw = { type: 'transclusion_container', name: 'Synced', content: [createText('twice')] }
const createReference = (name: string): Raw => ({
  type: 'transclusion_reference',
  format: { transclusion_reference_pointer: { id: createId(name) } },
})
const createAlias = (name: string): Raw => ({ type: 'alias', format: { alias_pointer: { id: createId(name) } } })

const BLOCKS: ShownCase[] = [
  [
    'a page and a whole database are links with icon and title [N-8] [N-9]',
    [
      { type: 'page', title: 'Child', format: { page_icon: '📗' } },
      { type: 'collection_view_page', title: 'Base' },
    ],
    { '.block-page': ['📗Child', 'Base'], '.block-page a@href': ['/child', '/base'] },
  ],
  [
    'a link to another page is a link with icon and title [N-29] [N-57]',
    createAlias('Other'),
    { 'a@href': ['/other'], a: ['📗Other'], '.page-icon': ['📗'] },
  ],
  [
    'a link to a missing page is omitted and logged [N-82]',
    [createAlias('nowhere'), createText('a')],
    { '.page-body': ['a'] },
    ['Alias of a missing page left out'],
  ],
  [
    'headings are h2, h3 and h4, with readable anchors, and links to themselves that have those of their blocks [N-6] [N-11] [N-12] [N-13]',
    ['header', 'sub_header', 'sub_sub_header'].map((type) => ({ type, name: type, title: type })),
    {
      h2: ['header'],
      h3: ['sub_header'],
      h4: ['sub_sub_header'],
      'h2, h3, h4@id': ['header', 'sub_header', 'sub_sub_header'],
      ':is(h2, h3, h4) a@href': ['#header', '#sub_header', '#sub_sub_header'],
      ':is(h2, h3, h4) a@id': ['header', 'sub_header', 'sub_sub_header'].map(toAnchor),
    },
  ],
  [
    'a toggle heading collapses its nested blocks, and has an anchor [N-67]',
    { type: 'header', name: 'H', title: 'a', format: { toggleable: true }, content: [createText('b')] },
    {
      'details:not([open]) > summary > h2@id': ['a'],
      '.block-folding > a@id': [toAnchor('H')],
      'details .block-text': ['b'],
    },
  ],
  ['a divider is a rule [N-14]', { type: 'divider' }, { hr: [''] }],
  [
    'a text contains its indented blocks, and an empty text keeps its height [N-15] [N-90]',
    [createText('a', [createText('b')]), { type: 'text' }],
    { '.page-body': ['ab'], '.block-text > .block-inside > .block-text': ['b'], '.block-blank': [''] },
  ],
  [
    'an equation is rendered [N-18]',
    { type: 'equation', title: 'x^2' },
    { '.block-equation .katex-display': [expect.stringContaining('x')] },
  ],
  [
    'code is highlighted, and has its language, its caption and a copy button [N-19] [N-95]',
    [{ type: 'code', title: 'let a = 1', properties: { language: 'JavaScript', caption: 'Why' } }],
    {
      '.block-code-bar > span': ['JavaScript'],
      'pre code': ['let a = 1'],
      'pre .tk': ['let'],
      figcaption: ['Why'],
      button: ['Copy'],
    },
  ],
  [
    'plain text is code without highlighting [N-95]',
    createCode('let a', 'Plain Text'),
    { '.block-code-bar > span': ['Plain Text'], 'pre span': [] },
  ],
  [
    // JavaScript has no type `string`, so it would not be highlighted as a type.
    'code without a language is TypeScript [N-283]',
    [undefined, '', ' '].map((language) => createCode('let a: string = 1', language)),
    {
      '.block-code-bar > span': Array(3).fill('TypeScript'),
      'pre code': Array(3).fill('let a: string = 1'),
      'pre :is(.tk, .tt, .tn, .tf)': ['let', 'string', '1', 'let', 'string', '1', 'let', 'string', '1'],
    },
  ],
  [
    // In C, `constexpr` is not a keyword.
    'C++ and F# are highlighted by their own grammars [N-284] [N-285]',
    [
      ...['c++', 'C++'].map((language) => createCode('constexpr int a = 1', language)),
      ...['f#', 'F#'].map((language) => createCode('let rec a = 1uy', language)),
    ],
    {
      '.block-code-bar > span': ['C++', 'C++', 'F#', 'F#'],
      'pre :is(.tk, .tt, .tn, .tf)': 'constexpr int 1 constexpr int 1 let rec 1uy let rec 1uy'.split(' '),
    },
  ],
  [
    'a quote contains its nested blocks [N-22]',
    { ...createText('a', [createText('b')]), type: 'quote' },
    { blockquote: ['ab'] },
  ],
  [
    'a callout has its icon, its text and its nested blocks [N-23]',
    { ...createText('a', [createText('b')]), type: 'callout', format: { page_icon: '💡' } },
    { '[role=note]': ['💡ab'] },
  ],
  [
    'a toggle collapses its nested blocks [N-24]',
    { ...createText('a', [createText('b')]), type: 'toggle' },
    { 'details > summary': ['a'], 'details:not([open]) .block-text': ['b'] },
  ],
  [
    'a table of contents lists all headings, also those after it [N-25]',
    [{ type: 'table_of_contents' }, { type: 'header', title: 'A', name: 'A' }, { type: 'sub_header', title: 'B' }],
    {
      '.block-contents a': ['A', 'B'],
      '.block-contents a@href': ['#a', '#b'],
    },
  ],
  [
    'a to-do is checked only if its value is Yes [N-26] [N-94]',
    ['Yes', 'yes', 'No', '1'].map((checked) => ({ type: 'to_do', title: 'a', properties: { checked } })),
    { 'input[type=checkbox][disabled]@checked': ['', null, null, null] },
  ],
  [
    'a synced block and references to it show its content [N-27] [N-28]',
    [synced, createReference('Synced')],
    { '.block-text': ['twice', 'twice'] },
  ],
  [
    'a synced block that contains itself is rendered once [N-81] [N-311]',
    { type: 'transclusion_container', name: 'S', content: [createText('a'), createReference('S')] },
    { '.block-text': ['a'] },
  ],
  [
    'a block that contains itself is omitted [N-311]',
    [{ type: 'toggle', name: 'Self', title: 'a', more: { content: [createId('Self')] } }, createText('after')],
    { '.block-text': ['after'] },
  ],
  [
    // A record map does not contain blocks that its reader may not see, so a missing block is not an error.
    'a missing child is omitted without a warning [N-309]',
    { type: 'toggle', title: 'a', more: { content: [createId('nowhere')] } },
    { details: ['a'] },
  ],
  [
    'a breadcrumb links the ancestors of the page, and not the page [N-32]',
    { type: 'breadcrumb' },
    { '.block-breadcrumb a': ['Home'], '[aria-current=page]': ['Here'] },
  ],
  [
    'tabs contain all panels and show one [N-33]',
    { type: 'tab', content: [createText('One', [createText('a')]), createText('Two', [createText('b')])] },
    {
      '[role=tab]': ['One', 'Two'],
      '[role=tabpanel]': ['a', 'b'],
      '[role=tabpanel]:not([hidden])': ['a'],
    },
  ],
  [
    'a block of an unknown type is shown by its text or its name, and is logged [N-35]',
    [{ type: 'hologram', title: 'x' }, { type: 'light_show' }, createText('after')],
    { '.block-text': ['x', 'after'], '.block-unknown': ['Light show (not shown here)'] },
    [
      'Block of unknown type "hologram" is shown by its text or name',
      'Block of unknown type "light_show" is shown by its text or name',
    ],
  ],
  [
    'text, headings, lists, to-dos, toggles, quotes and callouts have their color [N-58]',
    'text header bulleted_list to_do toggle quote callout'
      .split(' ')
      .flatMap((type) =>
        ['red', 'blue_background'].map((block_color) => ({ type, title: 'a', format: { block_color } })),
      ),
    { '.notion-red': Array(7).fill(expect.any(String)), '.notion-blue_background': Array(7).fill(expect.any(String)) },
  ],
  ['the server does not guess the width of the window [N-298]', createText('a'), { '.page-body@style': [null] }],
]

test.each(BLOCKS)('%s', async (...shownCase) => void (await expectShown(shownCase, TABLES)))

test('no warning is logged about missing renderer components [N-308]', async () => {
  const types = 'code equation pdf tweet collection_view image embed'.split(' ')
  // The test fails if it writes undeclared console output.
  const { body } = await show(
    types.map((type) => ({ type, title: 'a', properties: { source: 'https://example.com/a.pdf' } })),
  )
  expectElements(body, { '.block-code code': ['a'] })
})

test('during development, a note replaces each block that cannot be shown [N-36]', async () => {
  const { body } = await show([{ type: 'embed' }, { type: 'image' }], {}, { development: true })
  const notes = ['Block without an address: embed', 'Block without an address: image']
  expectElements(body, { '.block-unknown': notes })
})

test('a button has no function, and its automation is not sent to browsers [N-34]', async () => {
  const { body, prepared } = await show({
    type: 'button',
    title: 'Ring',
    format: {
      automation_id: 'secret-1',
      automation: { url: 'https://hook.example/secret-2', headers: { A: 'secret-3' } },
    },
    more: { automation: 'secret-4' },
  })
  expectElements(body, { '.block-button': ['Ring'], 'button, a, form': [] })
  expect(prepared + body.innerHTML).not.toContain('secret')
})

test('fields that the page does not show are not sent to browsers [N-5]', async () => {
  const more = {
    space_id: createId('secret'),
    permissions: ['secret'],
    created_by_id: createId('secret'),
    version: 987654,
  }
  const format = { copied_from_pointer: { id: createId('secret') } }
  expect((await show({ type: 'text', title: 'a', more, format })).prepared).toBe('[{"type":"text","text":"a"}]')
})
