import { call, column, constant, operate, symbol } from '../../formula'
import { bold, date, rich } from '../../inline'
import type { Cell, PageNode, PropertySpec } from '../../nodes'
import { database, linkedDatabase, page, row } from '../../pages'
import { h2, p } from '../../prose'
import { art } from '../files'
import { ines, teodor } from '../people'

const foundries = database('Foundries', {
  key: 'foundries',
  schema: { Name: { type: 'title' }, Town: { type: 'text' }, Founded: { type: 'number' } },
  views: [{ type: 'list', show: ['Name', 'Town'] }],
  rows: [
    row('Plumbum & Daughters', { Town: 'Leiden', Founded: 1742 }, [], { key: 'foundry-plumbum', icon: '🏭' }),
    row('The Quoin Works', { Town: 'Leeds', Founded: 1868 }, [], { key: 'foundry-quoin', icon: '🏭' }),
  ],
})

const large = operate(column('Copies', 'number'), '>', constant(100), 'checkbox')

const schema: Record<string, PropertySpec> = {
  Name: { type: 'title' },
  Note: { type: 'text' },
  Copies: { type: 'number', format: 'number_with_commas' },
  Price: { type: 'number', format: 'euro' },
  Share: { type: 'number', format: 'percent' },
  Kind: { type: 'select', options: { Text: 'blue', Display: 'red', Ornament: 'purple' } },
  State: {
    type: 'status',
    groups: { 'To-do': { Ordered: 'gray' }, 'In progress': { Casting: 'yellow' }, Complete: { Sorted: 'green' } },
  },
  Uses: { type: 'multi_select', options: { Books: 'brown', Posters: 'orange', Cards: 'pink', Maps: 'teal' } },
  Cast: { type: 'date' },
  Keeper: { type: 'person' },
  Proofs: { type: 'file' },
  Complete: { type: 'checkbox' },
  Site: { type: 'url' },
  Mail: { type: 'email' },
  Telephone: { type: 'phone_number' },
  Foundry: { type: 'relation', to: 'foundries' },
  Tradition: { type: 'rollup', relation: 'Foundry', target: 'Founded', aggregation: 'min' },
  Value: { type: 'formula', formula: operate(column('Copies', 'number'), '*', column('Price', 'number'), 'number') },
  Run: { type: 'formula', formula: call('if', 'text', large, constant('large'), constant('small')) },
  'Is large': { type: 'formula', formula: call('and', 'checkbox', large, symbol('true')) },
  'Cast again': {
    type: 'formula',
    formula: call('dateAdd', 'date', column('Cast', 'date'), constant(10), constant('years')),
  },
  Created: { type: 'created_time' },
  Edited: { type: 'last_edited_time' },
  'Created by': { type: 'created_by' },
  'Edited by': { type: 'last_edited_by' },
  Number: { type: 'auto_increment_id', prefix: 'CASE' },
}

const rows: PageNode[] = [
  row(
    'Great Primer Roman',
    {
      Note: rich(['Worn, but ', bold('complete'), '.']),
      Copies: 1280,
      Price: 2.5,
      Share: 0.35,
      Kind: 'Text',
      State: 'Sorted',
      Uses: ['Books', 'Maps'],
      Cast: date('2026-02-03'),
      Keeper: [ines, teodor],
      Proofs: [
        { name: 'specimen.pdf', source: art('specimen.pdf') },
        { name: 'ligatures.webp', source: art('specimen-ligatures.webp') },
      ],
      Complete: true,
      Site: 'https://example.com/type/great-primer',
      Mail: 'foundry@example.com',
      Telephone: '+1 555 0100',
      Foundry: ['foundry-plumbum', 'foundry-quoin'],
      Number: 1,
    },
    [p('A row that has a value in every column. Its page shows them under the title.')],
    { icon: '🔠', by: ines },
  ),
  row(
    'Two-line Fat Face',
    {
      Copies: 64,
      Price: 11.9,
      Share: 0.07,
      Kind: 'Display',
      State: 'Casting',
      Uses: ['Posters'],
      Cast: date('2026-03-01 08:00', '2026-03-04 18:30', 'Europe/Lisbon'),
      Keeper: [teodor],
      Complete: false,
      Foundry: ['foundry-quoin'],
      Number: 2,
    },
    [p('Half of its columns are filled.')],
    { by: teodor },
  ),
  row('An empty case', { Number: 3 }, [p('No column is filled, and nothing breaks.')]),
]

export const propertiesPage = page('Columns', { key: 'kitchen-columns', icon: '🧮', fullWidth: true }, [
  p('One database with a column of every kind, and another that it points to.'),
  h2('Every kind of column'),
  database('Type cases', {
    key: 'cases',
    schema,
    views: [
      {
        type: 'table',
        name: 'Everything',
        totals: { Copies: 'sum', Name: 'count', Complete: 'percent_checked' },
        wrap: false,
      },
    ],
    rows,
  }),
  h2('The other database'),
  foundries,
])

const sort = (title: string, cells: Record<string, Cell>, cover: Parameters<typeof art>[0]): PageNode =>
  row(title, { ...cells, Picture: [{ name: cover, source: art(cover) }] }, [p(`Drawer for ${title.toLowerCase()}.`)], {
    cover: art(cover),
  })

export const viewsPage = page('Views', { key: 'kitchen-views', icon: '🪟', fullWidth: true }, [
  p(
    'One database, seen in every way. The last tab of the second one is of a kind that the site does not show, and leaves out.',
  ),
  database('Sorts', {
    key: 'sorts',
    icon: '🗄️',
    schema: {
      Name: { type: 'title' },
      Drawer: { type: 'select', options: { Upper: 'blue', Lower: 'teal', Side: 'gray' } },
      State: {
        type: 'status',
        groups: { 'To-do': { Missing: 'red' }, 'In progress': { Mixed: 'yellow' }, Complete: { 'In place': 'green' } },
      },
      Pieces: { type: 'number', format: 'number_with_commas' },
      Counted: { type: 'date' },
      Clean: { type: 'checkbox' },
      Picture: { type: 'file' },
    },
    views: [
      {
        type: 'table',
        show: ['Name', 'Drawer', 'Pieces', 'Counted', 'Clean'],
        widths: { Name: 200, Pieces: 110 },
        totals: { Pieces: 'sum' },
        sort: [['Pieces', 'descending']],
      },
      { type: 'gallery', name: 'Covers', cover: 'page_cover', coverSize: 'small', show: ['Name', 'State'] },
      {
        type: 'gallery',
        name: 'Pictures',
        cover: { column: 'Picture' },
        coverSize: 'large',
        coverAspect: 'contain',
        show: ['Name'],
        group: 'Drawer',
      },
      { type: 'list', show: ['Name', 'State', 'Counted'], limit: 3 },
      {
        type: 'board',
        name: 'By state',
        by: 'State',
        cover: 'page_cover',
        coverSize: 'small',
        show: ['Name', 'Pieces'],
      },
      {
        type: 'table',
        name: 'Dirty or missing',
        any: true,
        show: ['Name', 'State', 'Clean'],
        where: [
          { column: 'Clean', operator: 'checkbox_is', value: false },
          { column: 'State', operator: 'status_is', value: 'Missing' },
        ],
      },
    ],
    rows: [
      sort(
        'Capitals',
        { Drawer: 'Upper', State: 'In place', Pieces: 2600, Counted: date('2026-05-02'), Clean: true },
        'specimen-weights.webp',
      ),
      sort(
        'Small letters',
        { Drawer: 'Lower', State: 'Mixed', Pieces: 11400, Counted: date('2026-05-03'), Clean: false },
        'specimen-ligatures.webp',
      ),
      sort(
        'Numerals',
        { Drawer: 'Side', State: 'In place', Pieces: 1800, Counted: date('2026-05-04'), Clean: true },
        'specimen-figures.webp',
      ),
      sort('Points and quotes', { Drawer: 'Lower', State: 'Missing', Pieces: 0, Clean: true }, 'specimen-quotes.webp'),
      sort(
        'Flowers',
        { State: 'In place', Pieces: 420, Counted: date('2026-05-02'), Clean: false },
        'specimen-fleuron.webp',
      ),
    ],
  }),
  h2('Linked views of a database elsewhere'),
  linkedDatabase('releases', [
    { type: 'table', name: 'Proofs by kind', show: ['Name', 'Date', 'Kind'], sort: [['Date', 'ascending']] },
    { type: 'calendar', name: 'Calendar', by: 'Date' },
    { type: 'form', name: 'Form' },
  ]),
  h2('A calendar'),
  p('One entry takes four days, another one, and the third has no date.'),
  linkedDatabase('cases', [
    { type: 'calendar', name: 'Casting', by: 'Cast', show: ['Name', 'Kind'] },
    { type: 'timeline', name: 'Casting in order', by: 'Cast', show: ['Name', 'State'] },
  ]),
])
