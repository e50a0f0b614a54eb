import { expect } from 'vitest'
import { createId } from '../../support/records'
import { createRows, type Row, type Section } from '../row'
import type { Tables } from '../support/maps'
import { findOne, listAttributes, show } from '../support/show'

type Piece = [string, unknown[]?]

const tables: Tables = {
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
  notion_user: { Ada: { id: createId('Ada'), given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.com' } },
  custom_emoji: { Pilcrow: { id: createId('Pilcrow'), url: 'https://example.com/pilcrow.png' } },
}

const createMention = (...format: unknown[]): Piece => ['‣', [format]]
const createDateMention = (value: Record<string, unknown>) => createMention('d', value)

/** Creates a row that renders pieces of text and checks their HTML and the notes. */
function checkHtml(statement: string, pieces: Piece[], html: string | RegExp, notes: string[] = []): Omit<Row, 'id'> {
  return {
    statement,
    check: async () => {
      const shown = await show({ type: 'text', title: pieces as [string, unknown[]?][] }, tables)
      const { innerHTML } = findOne(shown.body, '.notion-sync-block > div')
      if (typeof html === 'string') expect(innerHTML).toBe(html)
      else expect(innerHTML).toMatch(html)
      expect(shown.notes).toEqual(notes)
    },
  }
}

const createTimeHtml = (iso: string, text: string) => `<time datetime="${iso}">${text}</time>`
const day = { start_date: '2020-02-01' }

export const INLINE: Section = {
  name: 'Formats of text',
  rows: createRows({
    'page mention': checkHtml(
      'A mentioned page is a link to its path, with icon and title.',
      [createMention('p', createId('Other'))],
      '<a class="link mention" href="/other"><span class="page-icon" aria-hidden="true">📗</span>Other</a>',
    ),
    'page mention, older': checkHtml(
      'A mention in the older format is also supported.',
      [createMention('‣', ['p', createId('Other')])],
      / href="\/other">/,
    ),
    'page mention, missing': checkHtml(
      'A mention of a missing page is omitted and logged.',
      [['a'], createMention('p', createId('nowhere'))],
      'a',
      ['Mention of a missing page left out'],
    ),
    'user mention': checkHtml(
      'A mentioned person is shown by name, never by e-mail address.',
      [createMention('u', createId('Ada'))],
      '<span class="person">Ada Lovelace</span>',
    ),
    'user mention, missing': checkHtml(
      'A mention of an unknown person is omitted and logged.',
      [['a'], createMention('u', createId('nobody'))],
      'a',
      ['Mention of a missing user left out'],
    ),
    highlight: checkHtml(
      'A color is a text color or a background color.',
      [
        ['a', [['h', 'red']]],
        ['b', [['h', 'blue_background']]],
      ],
      '<span class="notion-red">a</span><span class="notion-blue_background">b</span>',
    ),
    'inline code': checkHtml('Code within a line is code.', [['a', [['c']]]], '<code>a</code>'),
    bold: checkHtml('Bold is strong.', [['a', [['b']]]], '<strong>a</strong>'),
    italic: checkHtml('Italic is emphasis.', [['a', [['i']]]], '<em>a</em>'),
    strikethrough: checkHtml('Struck words are no longer accurate.', [['a', [['s']]]], '<s>a</s>'),
    underline: checkHtml('Underlined words are underlined.', [['a', [['_']]]], '<u>a</u>'),
    combined: checkHtml('Formats can be nested.', [['a', [['b'], ['i'], ['_']]]], '<u><em><strong>a</strong></em></u>'),
    'inline equation': checkHtml(
      'An inline equation is rendered on the server.',
      [['⁍', [['e', 'x^2']]]],
      /^<span class="equation"><span class="katex">/,
    ),
    'inline equation, wrong': checkHtml(
      'An invalid equation shows its source, marked as an error.',
      [['⁍', [['e', '\\frac{']]]],
      '<span class="equation"><code class="equation-wrong">\\frac{</code></span>',
    ),
    link: checkHtml(
      'A link to another site sends no referrer.',
      [['a', [['a', 'https://example.com/']]]],
      /^<a class="link" href="https:\/\/example\.com\/" rel="noopener noreferrer">a<\/a>$/,
    ),
    'link to a page': checkHtml(
      'A link to a page leads to the page on this site, in any form of its address.',
      [
        ['a', [['a', `/${createId('Other').replaceAll('-', '')}`]]],
        [' '],
        ['b', [['a', `https://www.notion.so/Other-${createId('Other').replaceAll('-', '')}`]]],
      ],
      '<a class="link" href="/other">a</a> <a class="link" href="/other">b</a>',
    ),
    date: checkHtml(
      'A date without a time is the same in every time zone.',
      [createDateMention({ type: 'date', ...day })],
      createTimeHtml('2020-02-01', 'Feb 1, 2020'),
    ),
    datetime: checkHtml(
      'A date with a time shows the time.',
      [createDateMention({ type: 'datetime', ...day, start_time: '21:30' })],
      createTimeHtml('2020-02-01T21:30:00.000Z', 'Feb 1, 2020 09:30 PM'),
    ),
    'datetime, in a zone': checkHtml(
      'A date with a time in another time zone names the zone.',
      [createDateMention({ type: 'datetime', ...day, start_time: '09:30', time_zone: 'Asia/Tokyo' })],
      createTimeHtml('2020-02-01T00:30:00.000Z', 'Feb 1, 2020 09:30 AM GMT+9'),
    ),
    daterange: checkHtml(
      'A date range shows both dates.',
      [createDateMention({ type: 'daterange', ...day, end_date: '2020-02-03' })],
      createTimeHtml('2020-02-01', 'Feb 1, 2020 → Feb 3, 2020'),
    ),
    datetimerange: checkHtml(
      'A date range with times shows both times.',
      [
        createDateMention({
          type: 'datetimerange',
          ...day,
          start_time: '09:30',
          end_date: '2020-02-01',
          end_time: '11:00',
        }),
      ],
      createTimeHtml('2020-02-01T09:30:00.000Z', 'Feb 1, 2020 09:30 AM → 11:00 AM'),
    ),
    'date, mistyped': checkHtml(
      'A date is shown by its fields, regardless of its type. Reminders are not shown.',
      [createDateMention({ type: 'date', ...day, start_time: '09:30', reminder: { unit: 'day', value: 1 } })],
      createTimeHtml('2020-02-01T09:30:00.000Z', 'Feb 1, 2020 09:30 AM'),
    ),
    'date, half': checkHtml(
      'A date range without an end shows its start.',
      [createDateMention({ type: 'daterange', ...day })],
      createTimeHtml('2020-02-01', 'Feb 1, 2020'),
    ),
    'link mention': {
      statement: 'A link mention shows icon, service and title, and has a card with title, description and picture.',
      check: async () => {
        const card = {
          href: 'https://example.com/',
          title: 'T',
          icon_url: 'https://example.com/i.png',
          thumbnail_url: 'https://example.com/t.png',
          description: 'D',
          link_provider: 'P',
        }
        const { body } = await show({ type: 'text', title: [createMention('lm', card)] })
        expect(findOne(body, 'a.mention').textContent).toBe('P T')
        expect(findOne(body, 'a.mention').getAttribute('href')).toBe('https://example.com/')
        expect(listAttributes(body, 'img', 'src')).toEqual(['https://example.com/i.png', 'https://example.com/t.png'])
        expect(body.textContent).toContain('D')
      },
    },
    'external object mention': checkHtml(
      'A mentioned repository is a link with its title.',
      [createMention('eoi', createId('Engine'))],
      /<a [^>]*href="https:\/\/github\.com\/ada\/engine"[^>]*>.*engine/,
    ),
    'external object mention, unsupported': checkHtml(
      'A mentioned object of another service is omitted and logged.',
      [['a'], createMention('eoi', createId('Lab'))],
      'a',
      ['External object of unsupported domain "gitlab.com" skipped', 'Mention of a missing object left out'],
    ),
    'custom emoji': checkHtml(
      'A custom emoji is a picture.',
      [createMention('ce', createId('Pilcrow'))],
      /^<img class="emoji" src="https:\/\/example\.com\/pilcrow\.png" alt=""/,
    ),
    'unknown format': checkHtml(
      'A format of an unknown type leaves the text unchanged and is logged.',
      [['a', [['zz', 'x']]], ['b']],
      'ab',
      ['Text format of unsupported type "zz" skipped'],
    ),
    comments: checkHtml(
      'Comments and suggestions of editors are not published.',
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
    ),
    commas: checkHtml(
      'A piece of text that is only a comma is kept.',
      [['a', [['b']]], [','], ['b', [['i']]]],
      '<strong>a</strong>,<em>b</em>',
    ),
    markup: checkHtml('Markup in words is words.', [['<b>&amp;']], '&lt;b&gt;&amp;amp;'),
  }),
}
