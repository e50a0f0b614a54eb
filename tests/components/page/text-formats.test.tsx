import { expect, test } from 'vitest'
import type { Raw, Tables } from '../../support/content-map'
import { createId } from '../../support/records'
import { show } from './show'

type Piece = [text: string, formats?: unknown[]]

const TABLES: Tables = {
  block: {
    Other: { type: 'page', title: 'Other', format: { page_icon: '📗' } },
    Engine: {
      type: 'external_object_instance',
      format: {
        domain: 'github.com',
        original_url: 'https://github.com/ada/engine',
        attributes: [{ id: 'title', values: ['engine'] }],
      },
    },
    Lab: { type: 'external_object_instance', format: { domain: 'gitlab.com', original_url: 'https://gitlab.com/a' } },
  },
  notion_user: {
    Ada: {
      id: createId('Ada'),
      given_name: 'Ada',
      family_name: 'Lovelace',
      email: 'ada@example.com',
      profile_photo: 'https://example.com/a.png',
    },
  },
  custom_emoji: { Pilcrow: { id: createId('Pilcrow'), url: 'https://example.com/pilcrow.png' } },
}
const OTHER = createId('Other').replaceAll('-', '')

const createMention = (...format: unknown[]): Piece => ['‣', [format]]
const createDate = (fields: object) => createMention('d', { type: 'date', start_date: '2020-02-01', ...fields })
const createTimeHtml = (iso: string, text: string) => `<time datetime="${iso}">${text}</time>`

test.each<[title: string, pieces: Piece[], html: string | RegExp, notes?: string[]]>([
  [
    'a mention of a page is a link with icon and title [N-99]',
    [createMention('p', createId('Other'))],
    '<a class="link mention" href="/other"><span class="page-icon" aria-hidden="true">📗</span>Other</a>',
  ],
  [
    'a mention in the older format is a link [N-100]',
    [createMention('‣', ['p', createId('Other')])],
    / href="\/other">/,
  ],
  [
    'a mention of a missing page is omitted and logged [N-101]',
    [['a'], createMention('p', createId('nowhere'))],
    'a',
    ['Mention of a missing page left out'],
  ],
  [
    'a person has given name and family name, without photo and email address [N-1] [N-2] [N-102]',
    [createMention('u', createId('Ada'))],
    '<span class="person">Ada Lovelace</span>',
  ],
  [
    'a mention of an unknown person is omitted and logged [N-103]',
    [['a'], createMention('u', createId('nobody'))],
    'a',
    ['Mention of a missing user left out'],
  ],
  [
    'a color is a text color or a background color [N-104]',
    [
      ['a', [['h', 'red']]],
      ['b', [['h', 'blue_background']]],
    ],
    '<span class="notion-red">a</span><span class="notion-blue_background">b</span>',
  ],
  [
    'formats are elements [N-105] [N-106] [N-107] [N-108] [N-109]',
    [...'cbis_'].map((format) => [format, [[format]]]),
    '<code>c</code><strong>b</strong><em>i</em><s>s</s><u>_</u>',
  ],
  ['formats are nested [N-110]', [['a', [['b'], ['i'], ['_']]]], '<u><em><strong>a</strong></em></u>'],
  [
    'an equation is rendered [N-111]',
    [['⁍', [['e', 'x^2']]]],
    /^<span class="equation"><span class="equation-source" aria-hidden="true">\$x\^2\$<\/span><span class="katex">/,
  ],
  [
    'an invalid equation shows its source [N-112]',
    [['⁍', [['e', '\\frac{']]]],
    '<span class="equation"><code class="equation-wrong">\\frac{</code></span>',
  ],
  [
    'a link to another site sends no referrer [N-113]',
    [['a', [['a', 'https://example.com/']]]],
    '<a class="link" href="https://example.com/" rel="noopener noreferrer">a</a>',
  ],
  [
    'a link to a page leads to the page on this site [N-114]',
    [['a', [['a', `/${OTHER}`]]], [' '], ['b', [['a', `https://www.notion.so/Other-${OTHER}`]]]],
    '<a class="link" href="/other">a</a> <a class="link" href="/other">b</a>',
  ],
  ['a link with an unsafe scheme is text [N-310]', [['a', [['a', 'javascript:alert(1)']]]], 'a'],
  ['a date without a time has no time zone [N-115]', [createDate({})], createTimeHtml('2020-02-01', 'Feb 1, 2020')],
  [
    'a date with a time shows the time [N-116]',
    [createDate({ type: 'datetime', start_time: '21:30' })],
    createTimeHtml('2020-02-01T21:30:00.000Z', 'Feb 1, 2020, 9:30 PM'),
  ],
  [
    'a date with a time in another time zone names the zone [N-117]',
    [createDate({ type: 'datetime', start_time: '09:30', time_zone: 'Asia/Tokyo' })],
    createTimeHtml('2020-02-01T00:30:00.000Z', 'Feb 1, 2020, 9:30 AM GMT+9'),
  ],
  [
    'a date range shows both dates [N-118]',
    [createDate({ type: 'daterange', end_date: '2020-02-03' })],
    createTimeHtml('2020-02-01', 'Feb 1 – 3, 2020'),
  ],
  [
    'a date range with times shows both times [N-119]',
    [createDate({ type: 'datetimerange', start_time: '09:30', end_date: '2020-02-01', end_time: '11:00' })],
    createTimeHtml('2020-02-01T09:30:00.000Z', 'Feb 1, 2020, 9:30 – 11:00 AM'),
  ],
  [
    'a date of another type is shown by its fields, without its reminder [N-120]',
    [createDate({ start_time: '09:30', reminder: { unit: 'day', value: 1 } })],
    createTimeHtml('2020-02-01T09:30:00.000Z', 'Feb 1, 2020, 9:30 AM'),
  ],
  [
    'a date range without an end shows its start [N-121]',
    [createDate({ type: 'daterange' })],
    createTimeHtml('2020-02-01', 'Feb 1, 2020'),
  ],
  [
    'a mention of a repository is a link with its title [N-123]',
    [createMention('eoi', createId('Engine'))],
    /<a [^>]*href="https:\/\/github\.com\/ada\/engine"[^>]*>.*engine/,
  ],
  [
    'a mention of an object of another service is a link with its host [N-124]',
    [createMention('eoi', createId('Lab'))],
    /<a [^>]*href="https:\/\/gitlab\.com\/a"[^>]*>.*>gitlab\.com </,
  ],
  [
    'a custom emoji is a picture [N-125]',
    [createMention('ce', createId('Pilcrow'))],
    /^<img class="emoji" src="https:\/\/example\.com\/pilcrow\.png" alt=""/,
  ],
  [
    'a format of an unknown type is omitted and logged [N-126]',
    [['a', [['zz', 'x']]], ['b']],
    'ab',
    ['Text format of unsupported type "zz" skipped'],
  ],
  [
    'comments and suggestions are not published [N-127]',
    [
      [
        'a',
        [
          ['m', 'x'],
          ['si', 'y'],
        ],
      ],
    ],
    'a',
  ],
  ['a lone comma is kept [N-128]', [['a', [['b']]], [','], ['b', [['i']]]], '<strong>a</strong>,<em>b</em>'],
  ['markup is escaped [N-129]', [['<b>&amp;']], '&lt;b&gt;&amp;amp;'],
])('%s', async (_, pieces, html, notes = []) => {
  const { body, prepared, notes: found } = await show({ type: 'text', title: pieces as Raw['title'] }, TABLES)
  const [text, ...others] = body.querySelectorAll('.block-text')
  expect(others).toEqual([])
  if (typeof html === 'string') expect(text?.innerHTML).toBe(html)
  else expect(text?.innerHTML).toMatch(html)
  expect(found).toEqual(notes)
  expect(prepared).not.toContain('@')
})

test('a link mention has icon, service and title, and a card with description and picture [N-122]', async () => {
  const card = {
    href: 'https://example.com/',
    title: 'T',
    icon_url: 'https://example.com/i.png',
    thumbnail_url: 'https://example.com/t.png',
    description: 'D',
    link_provider: 'P',
  }
  const { body } = await show({ type: 'text', title: [createMention('lm', card)] as Raw['title'] })
  expect(body.querySelector('a.mention')?.textContent).toBe('P T')
  expect(body.querySelector('a.mention')?.getAttribute('href')).toBe('https://example.com/')
  expect([...body.querySelectorAll('img')].map(({ src }) => src)).toEqual([card.icon_url, card.thumbnail_url])
  expect(body.textContent).toContain('D')
})
