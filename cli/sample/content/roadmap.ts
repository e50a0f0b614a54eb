import { getKey } from '../ids'
import type { Cell, PageNode } from '../nodes'
import { database, page, row } from '../pages'
import { p } from '../prose'

const entry = (title: string, cells: Record<string, Cell>, ...words: string[]): PageNode =>
  row(title, { ...cells, Slug: `roadmap/${getKey(title)}` }, words.map(p))

const rows = [
  entry(
    'Comments beside a paragraph',
    { Status: 'Thinking', Area: ['Editors'], Size: 'Large', Order: 1 },
    'Editors would like to hear from readers about a sentence, not only about a page. The question is how to do so without an account for every reader.',
  ),
  entry(
    'Footnotes in the margin',
    { Status: 'Thinking', Area: ['Readers', 'Typography'], Size: 'Medium', Order: 2 },
    'Notion has no footnotes. A toggle that begins with an asterisk might become one. On wide screens it would stand in the margin; on narrow ones it would open in place.',
  ),
  entry(
    'Print as a small book',
    { Status: 'Next', Area: ['Readers', 'Typography'], Size: 'Medium', Order: 3 },
    'A page prints well today. A whole branch should print as a booklet, with a title page, running heads and, of course, a colophon.',
  ),
  entry(
    'More interface languages',
    { Status: 'Next', Area: ['Readers'], Size: 'Small', Order: 4 },
    'English, Chinese in both its scripts, Japanese and Arabic are there. Each further language is one folder of short sentences.',
  ),
  entry(
    'A gentler empty page',
    { Status: 'Doing', Area: ['Readers'], Size: 'Small', Order: 5 },
    'An empty collection, a missing page and a site that is still filling up should be as carefully made as the rest. Drafts of the sentences are being read aloud until nobody winces.',
  ),
  entry(
    'Words in all scripts',
    { Status: 'Doing', Area: ['Readers', 'Typography'], Size: 'Large', Order: 6 },
    'Line heights, quotation marks and emphasis that suit Chinese, Arabic and Devanagari as well as they suit Latin.',
  ),
  entry(
    'Addresses that never break',
    { Status: 'Done', Area: ['Editors', 'Readers'], Size: 'Medium', Order: 7 },
    'Former addresses redirect for good, and the addresses of deleted pages say that the page is gone.',
  ),
  entry(
    'Equations without script',
    { Status: 'Done', Area: ['Readers', 'Typography'], Size: 'Medium', Order: 8 },
    'Equations and code are finished on the server. The heaviest article in this handbook sends no script for either.',
  ),
]

export const roadmap = page('Roadmap', { key: 'roadmap', icon: '🛤️', created: '2026-02-03', edited: '2026-11-14' }, [
  p(
    'What we are thinking about, what comes next, and what is done. It is a board in Notion, and so it is one here. Nothing on it is a promise except the last column.',
  ),
  database('What comes next', {
    key: 'roadmap',
    schema: {
      Name: { type: 'title' },
      Status: {
        type: 'status',
        groups: {
          'To-do': { Thinking: 'gray', Next: 'orange' },
          'In progress': { Doing: 'blue' },
          Complete: { Done: 'green' },
        },
      },
      Area: { type: 'multi_select', options: { Readers: 'teal', Editors: 'purple', Typography: 'brown' } },
      Size: { type: 'select', options: { Small: 'gray', Medium: 'yellow', Large: 'red' } },
      Order: { type: 'number' },
      Slug: { type: 'text' },
    },
    hidden: { Order: 'hide', Slug: 'hide' },
    views: [
      {
        type: 'board',
        name: 'By status',
        by: 'Status',
        show: ['Name', 'Area', 'Size'],
        sort: [['Order', 'ascending']],
      },
      {
        type: 'table',
        name: 'By size',
        group: 'Size',
        show: ['Name', 'Status', 'Area'],
        sort: [['Order', 'ascending']],
      },
    ],
    rows,
    results: false,
  }),
])
