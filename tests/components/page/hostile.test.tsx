import { describe, expect, it } from 'vitest'
import { BLOCK_TYPES } from '@/lib/workspace/block-traits'
import type { RichText } from '@/lib/workspace/record-map'
import { sampleItems } from '@/tests/support/complete'
import { type BlockInit, prepareTestBody } from '../../unit/page/stored-page'
import { renderBodyElement } from './render'

const TYPES = [...BLOCK_TYPES, 'table_row', '__proto__', 'constructor', '', 'script']
const FIELDS = [
  ...[
    'page_icon',
    'block_color',
    'block_width',
    'block_height',
    'block_aspect_ratio',
    'block_full_width',
    'block_alignment',
  ],
  ...[
    'display_source',
    'drive_properties',
    'bookmark_icon',
    'bookmark_cover',
    'column_ratio',
    'list_start_index',
    'toggleable',
  ],
  ...['alias_pointer', 'transclusion_reference_pointer', 'table_block_column_order', 'table_block_column_format'],
  ...['original_url', 'attributes', 'domain', 'link_title', 'block_preserve_scale'],
]
const PROPERTIES = ['title', 'source', 'caption', 'alt_text', 'link', 'description', 'size', 'language', 'checked', 'a']
const VALUES: unknown[] = [
  ...[null, 5, -1, Number.NaN, 1e308, true, '', 'x', {}, [], [null], ['__proto__'], { id: 5 }, { __proto__: null }],
  'javascript:alert(1)',
  'x);position:fixed;inset:0;(',
  '"><img src=x onerror=alert(1)>',
  { url: 'javascript:alert(1)', icon: 'javascript:alert(1)', title: '<script>' },
  [{ id: 'title', values: ['<script>alert(1)</script>'] }, null, 5],
]
const TEXTS: RichText[] = [
  [],
  [['']],
  [['<script>alert(1)</script><a href="javascript:alert(1)">']],
  [['javascript:alert(1)']],
  [['link', [['a', 'javascript:alert(1)']]]],
  [['link', [['a', 5]]]],
  ...['p', 'u', 'd', 'e', 'lm', 'eoi', 'ce', '‣', 'h', 'zz'].flatMap((kind): RichText[] => [
    [['‣', [[kind]]]],
    [['‣', [[kind, null]]]],
    [['‣', [[kind, '<img src=x onerror=alert(1)>']]]],
    [
      [
        '‣',
        [
          [
            kind,
            {
              href: 'javascript:alert(1)',
              title: '<b>',
              icon_url: 'javascript:alert(1)',
              start_date: 'x',
              type: 'date',
            },
          ],
        ],
      ],
    ],
  ]),
]

/** Expects that no data has become markup and that no URL can execute code. */
function expectHarmless(body: HTMLElement) {
  expect(body.querySelector('script:not([data-islands]), object, a a, [onerror], [onclick], img[src="x"]')).toBeNull()
  for (const element of body.querySelectorAll('[href], [src], [data]')) {
    for (const name of ['href', 'src', 'data'])
      expect(element.getAttribute(name) ?? '').not.toMatch(/^\s*(?:javascript|data:text|vbscript):/i)
  }
  for (const element of body.querySelectorAll('[style]'))
    expect(element.getAttribute('style')).not.toContain('position:fixed')
}

const LONG = 'x'.repeat(20_000)
const ENORMOUS: unknown[] = [LONG, Array.from({ length: 200 }, (_, index) => `a${index}`), { id: LONG, url: LONG }, 1e9]
const ENORMOUS_TEXTS: RichText[] = [
  [[LONG]],
  Array.from({ length: 200 }, (_, index): RichText[number] => [`${index} `, [['b'], ['h', 'red'], ['a', `/${index}`]]]),
]

describe.each(sampleItems(TYPES, 3))('a %s block', (type) => {
  const child: BlockInit = { type: 'text', title: 'inside' }
  const rest: BlockInit = { type: 'quote', title: 'The rest of the page' }

  /** Renders the blocks and expects that the rest of the page is rendered as well. */
  async function expectHarmlessAmongOthers(blockInits: BlockInit[]) {
    const body = await renderBodyElement(prepareTestBody([...blockInits, rest]).blocks)
    expectHarmless(body)
    expect(body.textContent).toContain('The rest of the page')
  }

  it('renders safely with any format', () =>
    expectHarmlessAmongOthers(
      [...VALUES, ...ENORMOUS].map((value) => ({
        type,
        properties: { title: 'x', source: 'https://example.com/a', link: 'https://example.com/' },
        format: Object.fromEntries(FIELDS.map((field) => [field, value])),
        content: [child],
      })),
    ))

  it('renders safely with any text', () =>
    expectHarmlessAmongOthers(
      [...TEXTS, ...ENORMOUS_TEXTS].map((text) => ({
        type,
        properties: Object.fromEntries(PROPERTIES.map((property) => [property, text])),
      })),
    ))

  it('renders safely without any fields', () => expectHarmlessAmongOthers([{ type }, { type, content: [{ type }] }]))
})
