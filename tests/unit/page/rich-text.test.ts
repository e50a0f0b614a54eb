import { describe, expect, it } from 'vitest'
import { prepareText } from '@/lib/page/text/rich-text'
import { getPlainText } from '@/lib/page/wire/text'
import type { RichText } from '@/lib/workspace/record-map'
import { contextOf, idOf, storedPage } from './stored-page'

const OPEN = idOf(0xa1)
const HIDDEN = idOf(0xa2)
const ADA = idOf(0xb1)
const context = contextOf({ [OPEN]: { path: '/open', title: 'Open page', icon: '📖' } }, { [ADA]: 'Ada Lovelace' })
const prepare = (...rich: RichText) => prepareText(rich, context)
const bare = (id: string) => id.replaceAll('-', '')

describe('prepareText', () => {
  it('is a plain string where nothing is formatted', () => {
    expect(prepare(['Hello '], ['world'])).toBe('Hello world')
    expect(prepare()).toBe('')
  })

  it('keeps a lone comma', () => {
    expect(prepare(['a', [['b']]], [','], ['b', [['i']]])).toEqual([['a', 'b'], ',', ['b', 'i']])
  })

  it('joins neighbours with the same formats, but not mentions', () => {
    expect(prepare(['a', [['b'], ['i']]], ['b', [['b'], ['i']]])).toEqual([['ab', 'b', 'i']])
    expect(prepare(['‣', [['u', ADA]]], ['‣', [['u', ADA]]])).toHaveLength(2)
  })

  it('leaves out a mention of a kind that is not known', () => {
    expect(prepare(['see '], ['‣', [['hologram', OPEN]]])).toBe('see ')
  })

  it('mentions only pages that the viewer may read', () => {
    expect(prepare(['see '], ['‣', [['p', OPEN]]], [' and '], ['‣', [['p', HIDDEN]]])).toEqual([
      'see ',
      ['Open page', ['p', '/open', '📖']],
      ' and ',
    ])
  })

  it.each([
    [`/${OPEN}`, '/open'],
    [`/Some-title-${bare(OPEN)}?pvs=4`, '/open'],
    [`/${bare(OPEN)}#${idOf(5)}`, `/open#${bare(idOf(5))}`],
    [`https://www.notion.so/team/Title-${bare(OPEN)}`, '/open'],
    [`https://team.notion.site/Other-${bare(HIDDEN)}?p=${bare(OPEN)}`, '/open'],
    [`https://www.notion.so/Title-${bare(HIDDEN)}`, `https://www.notion.so/Title-${bare(HIDDEN)}`],
    [`https://example.com/${bare(OPEN)}`, `https://example.com/${bare(OPEN)}`],
    ['mailto:ada@example.com', 'mailto:ada@example.com'],
    ['#section', '#section'],
  ])('leads %s to %s', (href, expected) => {
    expect(prepare(['link', [['a', href]]])).toEqual([['link', ['a', expected]]])
  })

  it.each([
    `/${HIDDEN}`,
    `/Secret-title-${bare(HIDDEN)}`,
    'javascript:alert(1)',
    '//evil.example',
    'data:text/html,x',
    'x',
  ])('makes a link to %s plain text', (href) => {
    expect(prepare(['link', [['a', href]]])).toBe('link')
  })

  it('shows people by name and leaves unknown ones out', () => {
    expect(prepare(['‣', [['u', ADA]]], ['‣', [['u', idOf(0xb2)]]])).toEqual([['Ada Lovelace', ['u']]])
  })

  it('sets dates and equations', () => {
    const text = prepare(['‣', [['d', { type: 'date', start_date: '2020-02-01' }]]], ['⁍', [['e', 'x^2']]])
    expect(text).toEqual([
      ['Feb 1, 2020', ['d', '2020-02-01']],
      ['x^2', ['e', expect.stringContaining('class="katex"')]],
    ])
  })

  it('keeps known colours and the text of unknown formats', () => {
    expect(prepare(['a', [['h', 'red_background']]], ['b', [['h', 'x" onclick="']]], ['c', [['zz', 1]]])).toEqual([
      ['a', ['h', 'red_background']],
      'bc',
    ])
  })

  it('has one link only where a mention is linked', () => {
    expect(prepare(['‣', [['p', OPEN], ['a', 'https://example.com'], ['b']]])).toEqual([
      ['Open page', ['p', '/open', '📖'], 'b'],
    ])
  })

  it('shows custom emoji and objects of supported services of its page', () => {
    const emoji = idOf(0xc1)
    const object = idOf(0xd1)
    const page = storedPage(
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
      ['‣', [['eoi', idOf(0xd2)]]],
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

  it('reads as plain text', () => {
    expect(getPlainText(prepare(['a '], ['‣', [['p', OPEN]]], [' b', [['b']]]))).toBe('a Open page b')
  })
})
