import { describe, expect, it } from 'vitest'
import { getPlainText } from '@/lib/page/prepared-text'
import { prepareText } from '@/lib/page/text/rich-text'
import type { RichText } from '@/lib/workspace/record-map'
import { createNumberedId, createStoredPage, createTestContext, PAGE_ID } from './stored-page'

const OPEN = createNumberedId(0xa1)
const HIDDEN = createNumberedId(0xa2)
const ADA = createNumberedId(0xb1)
const context = createTestContext(
  { [OPEN]: { path: '/open', title: 'Open page', icon: '📖' } },
  { [ADA]: 'Ada Lovelace' },
)
const prepareRichText = (...rich: RichText) => prepareText(rich, context)
const toBareId = (id: string) => id.replaceAll('-', '')

describe('prepareText', () => {
  it('returns a plain string for text without formats', () => {
    expect(prepareRichText(['Hello '], ['world'])).toBe('Hello world')
    expect(prepareRichText()).toBe('')
  })

  it('keeps a lone comma', () => {
    expect(prepareRichText(['a', [['b']]], [','], ['b', [['i']]])).toEqual([['a', 'b'], ',', ['b', 'i']])
  })

  it('joins adjacent pieces with the same formats, but not mentions', () => {
    expect(prepareRichText(['a', [['b'], ['i']]], ['b', [['b'], ['i']]])).toEqual([['ab', 'b', 'i']])
    expect(prepareRichText(['‣', [['u', ADA]]], ['‣', [['u', ADA]]])).toHaveLength(2)
  })

  it.each<[RichText[number][], unknown]>([
    [
      [['a'], [' red ', [['h', 'red_background'], ['b']]], [' b']],
      ['a ', ['red', ['h', 'red_background'], 'b'], '  b'],
    ],
    [
      [['one ', [['h', 'red_background'], ['b']]], ['two ', [['h', 'red_background']]], ['three']],
      [['one ', ['h', 'red_background'], 'b'], ['two', ['h', 'red_background']], ' three'],
    ],
    [
      [
        ['a ', [['h', 'red_background']]],
        ['b', [['h', 'blue_background']]],
      ],
      [['a', ['h', 'red_background']], ' ', ['b', ['h', 'blue_background']]],
    ],
    [
      [['a ', [['h', 'red']]], ['b']],
      [['a ', ['h', 'red']], 'b'],
    ],
    [[[' ', [['h', 'red_background']]]], [[' ', ['h', 'red_background']]]],
    [[['a ', [['c'], ['h', 'red_background']]]], [['a ', 'c', ['h', 'red_background']]]],
  ])('moves spaces at the ends of a highlight out of it: %j', (rich, expected) => {
    expect(prepareRichText(...rich)).toEqual(expected)
  })

  it('shows a link mention of a page of the site as a mention of the page', () => {
    const mention = (id: string): RichText[number] => ['‣', [['lm', { href: `https://www.notion.so/${toBareId(id)}` }]]]
    expect(prepareRichText(mention(OPEN))).toEqual(prepareRichText(['‣', [['p', OPEN]]]))
    const href = `https://www.notion.so/${toBareId(HIDDEN)}`
    expect(prepareRichText(mention(HIDDEN))).toEqual([[href, ['lm', { href, title: href }]]])
  })

  it('omits a mention of an unknown kind', () => {
    expect(prepareRichText(['see '], ['‣', [['hologram', OPEN]]])).toBe('see ')
  })

  it('omits mentions of pages that the viewer may not read', () => {
    expect(prepareRichText(['see '], ['‣', [['p', OPEN]]], [' and '], ['‣', [['p', HIDDEN]]])).toEqual([
      'see ',
      ['Open page', ['p', '/open', '📖']],
      ' and ',
    ])
  })

  it.each([
    [`/${OPEN}`, '/open'],
    [`/Some-title-${toBareId(OPEN)}?pvs=4`, '/open'],
    [`/${toBareId(OPEN)}#${createNumberedId(5)}`, `/open#${toBareId(createNumberedId(5))}`],
    [`https://www.notion.so/team/Title-${toBareId(OPEN)}`, '/open'],
    [`https://team.notion.site/Other-${toBareId(HIDDEN)}?p=${toBareId(OPEN)}`, '/open'],
    [`https://www.notion.so/Title-${toBareId(HIDDEN)}`, `https://www.notion.so/Title-${toBareId(HIDDEN)}`],
    [`https://example.com/${toBareId(OPEN)}`, `https://example.com/${toBareId(OPEN)}`],
    ['mailto:ada@example.com', 'mailto:ada@example.com'],
    ['#section', '#section'],
  ])('links %s to %s', (href, expected) => {
    expect(prepareRichText(['link', [['a', href]]])).toEqual([['link', ['a', expected]]])
  })

  it.each([
    [`https://www.notion.so/Title-${toBareId(OPEN)}?pvs=4#${toBareId(createNumberedId(5))}`, '/open#opening-hours'],
    [`/${toBareId(OPEN)}#${createNumberedId(6)}`, `/open#${toBareId(createNumberedId(6))}`],
    [`https://example.com/#${createNumberedId(5)}`, `https://example.com/#${createNumberedId(5)}`],
  ])('links %s to the heading, if the block is one: %s', (href, expected) => {
    const headingAnchor = (page: string, block: string) =>
      page === OPEN && block === createNumberedId(5) ? 'opening-hours' : undefined
    const context = { ...createTestContext({ [OPEN]: { path: '/open', title: 'Open page' } }), headingAnchor }
    expect(prepareText([['link', [['a', href]]]], context)).toEqual([['link', ['a', expected]]])
  })

  it('links to a heading of the same page', () => {
    const context = {
      ...createTestContext(),
      headingAnchor: (page: string) => (page === PAGE_ID ? 'hours' : undefined),
    }
    const href = `#${toBareId(createNumberedId(5))}`
    expect(prepareText([['link', [['a', href]]]], context, createStoredPage([]))).toEqual([['link', ['a', '#hours']]])
  })

  it.each([
    `/${HIDDEN}`,
    `/Secret-title-${toBareId(HIDDEN)}`,
    'javascript:alert(1)',
    '//evil.example',
    'data:text/html,x',
    'x',
  ])('replaces a link to %s with plain text', (href) => {
    expect(prepareRichText(['link', [['a', href]]])).toBe('link')
  })

  it('shows people by name, and omits unknown people', () => {
    expect(prepareRichText(['‣', [['u', ADA]]], ['‣', [['u', createNumberedId(0xb2)]]])).toEqual([
      ['Ada Lovelace', ['u']],
    ])
  })

  it('prepares dates and equations', () => {
    const text = prepareRichText(['‣', [['d', { type: 'date', start_date: '2020-02-01' }]]], ['⁍', [['e', 'x^2']]])
    expect(text).toEqual([
      ['Feb 1, 2020', ['d', '2020-02-01']],
      ['x^2', ['e', expect.stringContaining('class="katex"')]],
    ])
  })

  it('keeps known colors and the text of unknown formats', () => {
    expect(
      prepareRichText(['a', [['h', 'red_background']]], ['b', [['h', 'x" onclick="']]], ['c', [['zz', 1]]]),
    ).toEqual([['a', ['h', 'red_background']], 'bc'])
  })

  it('creates one link for a mention with a link', () => {
    expect(prepareRichText(['‣', [['p', OPEN], ['a', 'https://example.com'], ['b']]])).toEqual([
      ['Open page', ['p', '/open', '📖'], 'b'],
    ])
  })

  it('shows custom emoji and supported objects of the page', () => {
    const emoji = createNumberedId(0xc1)
    const object = createNumberedId(0xd1)
    const page = createStoredPage(
      [
        {
          id: object,
          type: 'external_object_instance',
          format: {
            domain: 'github.com',
            original_url: 'https://github.com/ada/engine',
            attributes: [
              { id: 'title', values: ['engine'] },
              { id: 'owner', values: ['https://github.com/ada'] },
            ],
          },
        },
      ],
      { emojis: { [emoji]: 'https://example.com/e.png' } },
    )
    const text: RichText = [
      ['‣', [['ce', emoji]]],
      ['‣', [['eoi', object]]],
      ['‣', [['eoi', createNumberedId(0xd2)]]],
    ]
    expect(prepareText(text, context, page)).toEqual([
      ['', ['ce', 'https://example.com/e.png']],
      [
        'engine',
        ['lm', { href: 'https://github.com/ada/engine', title: 'engine', description: 'ada', provider: 'GitHub' }],
      ],
    ])
    expect(prepareText(text, context)).toBe('')
  })

  it('returns text that getPlainText converts', () => {
    expect(getPlainText(prepareRichText(['a '], ['‣', [['p', OPEN]]], [' b', [['b']]]))).toBe('a Open page b')
  })
})
