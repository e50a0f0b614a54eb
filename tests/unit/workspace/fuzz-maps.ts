import { createId } from '../../support/records'
import { createBlockMap, createPageMap, type Raw, stored, text } from './maps'

const SOURCE = 'https://example.com/a'
const source = { properties: { source: [[SOURCE]], caption: [['Caption']] } }

/** A block of every type with its own rendering, with the fields that the renderer reads. */
const RENDERED_BLOCKS: Record<string, Raw> = {
  header: { format: { toggleable: true }, properties: { title: [['Heading', [['a', SOURCE]]]] } },
  sub_header: { properties: { title: [['Heading']] } },
  bulleted_list: {},
  numbered_list: { format: { list_start_index: 3 } },
  to_do: { properties: { title: [['Done']], checked: [['Yes']] } },
  toggle: {},
  quote: {},
  callout: { format: { page_icon: '/icons/book_gray.svg', block_color: 'red_background' } },
  code: { properties: { title: [['const a = 1']], language: [['TypeScript']] } },
  equation: { properties: { title: [['x^2']] } },
  image: { ...source, format: { block_width: 300, block_aspect_ratio: 0.5 } },
  video: { properties: { source: [['https://youtu.be/aqz-KE-bpKQ']] } },
  audio: source,
  file: { properties: { source: [[SOURCE]], title: [['a.txt']], size: [['1 KB']] } },
  pdf: source,
  embed: { ...source, format: { display_source: SOURCE } },
  figma: source,
  tweet: source,
  bookmark: {
    properties: { link: [[SOURCE]], title: [['Title']], description: [['Words']] },
    format: { bookmark_icon: `${SOURCE}.png`, bookmark_cover: `${SOURCE}.png` },
  },
  drive: { format: { drive_properties: { url: SOURCE, title: 'Title', icon: `${SOURCE}.png` } } },
  external_object_instance: {
    format: {
      domain: 'github.com',
      original_url: 'https://github.com/a/b',
      attributes: [
        { id: 'title', values: ['b'] },
        { id: 'updated_at', values: [{ type: 'date', start_date: '2024-01-01' }] },
      ],
    },
  },
  alias: { format: { alias_pointer: { id: createId('page') } } },
  tab: {},
  button: {},
  table_of_contents: {},
  breadcrumb: {},
  divider: {},
  text: {
    properties: {
      title: [
        ['‣', [['p', createId('page')]]],
        ['‣', [['d', { type: 'date', start_date: '2024-01-01' }]]],
        ['⁍', [['e', 'x^2']]],
        ['‣', [['lm', { href: SOURCE, title: 'Card', icon_url: `${SOURCE}.png`, thumbnail_url: `${SOURCE}.png` }]]],
        ['bold', [['b'], ['h', 'red'], ['a', SOURCE]]],
      ],
    },
  },
}

function createWithChild(name: string, more: Raw): [string, Raw][] {
  const inside = `in ${name}`
  return [
    stored(name, name, 'page', { properties: { title: [[name]] }, content: [inside], ...more }),
    text(inside, name, 'Text that is long enough to be sent apart from its block.'),
  ]
}

const PROPERTIES: Record<string, Raw> = {
  title: { type: 'title' },
  text: { type: 'text' },
  number: { type: 'number', number_format: 'dollar' },
  select: { type: 'select', options: [{ id: 'a', value: 'a', color: 'red' }] },
  tags: { type: 'multi_select', options: [{ id: 'a', value: 'a', color: 'red' }] },
  status: { type: 'status', options: [{ id: 'a', value: 'a' }], groups: [{ id: 'g', name: 'G', optionIds: ['a'] }] },
  when: { type: 'date' },
  who: { type: 'person' },
  files: { type: 'file' },
  tick: { type: 'checkbox' },
  url: { type: 'url' },
  mail: { type: 'email' },
  other: { type: 'relation', collection_id: createId('rows') },
  sum: { type: 'rollup', relation_property: 'other', target_property: 'number', aggregation: 'sum' },
  double: { type: 'formula', formula: { type: 'property', id: 'number', result_type: 'number' } },
  made: { type: 'created_time' },
}

/** Creates a database with properties of every type, in views of every type. */
function createDatabase(): Raw {
  const shown = Object.keys(PROPERTIES).map((property) => ({ property, visible: true, width: 200 }))
  const views: Record<string, Raw> = {
    table: {
      format: { table_properties: shown },
      query2: { aggregations: [{ property: 'number', aggregator: 'sum' }] },
    },
    list: { format: { list_properties: shown }, query2: { sort: [{ property: 'when', direction: 'descending' }] } },
    gallery: { format: { gallery_properties: shown, gallery_cover: { type: 'page_content' } } },
    board: {
      format: {
        board_properties: shown,
        board_cover: { type: 'property', property: 'files' },
        board_columns_by: { property: 'select', type: 'select' },
        board_columns: [{ property: 'select', value: { type: 'select', value: 'a' } }],
      },
    },
  }
  const createRow = (name: string, values: Raw) =>
    stored(name, 'page', undefined, {
      parent_table: 'collection',
      parent_id: createId('rows'),
      properties: { title: [[name]], ...values },
      content: [`${name} image`],
    })
  const createImage = (name: string) => stored(`${name} image`, 'image', name, source)
  const values = {
    text: [['Words', [['a', SOURCE]]]],
    number: [['5']],
    select: [['a']],
    tags: [['a,b']],
    status: [['a']],
    when: [['‣', [['d', { type: 'date', start_date: '2024-01-01' }]]]],
    who: [['‣', [['u', createId('ada')]]]],
    files: [['a.png', [['a', `${SOURCE}.png`]]]],
    tick: [['Yes']],
    url: [['example.com']],
    mail: [['ada@example.com']],
    other: [['‣', [['p', createId('two')]]]],
  }
  const view_ids = Object.keys(views).map(createId)
  const blocks = [createRow('one', values), createImage('one'), createRow('two', {}), createImage('two')]
  const whole = stored('whole', 'collection_view_page', undefined, { collection_id: createId('rows'), view_ids })
  const map = createPageMap([
    stored('view', 'collection_view', 'page', { collection_id: createId('rows'), view_ids }),
    ...blocks,
    whole,
  ])
  return {
    ...map,
    collection: {
      [createId('rows')]: {
        value: {
          id: createId('rows'),
          parent_id: createId('view'),
          parent_table: 'block',
          name: [['Rows']],
          icon: '📦',
          schema: Object.fromEntries(Object.entries(PROPERTIES).map(([id, each]) => [id, { name: id, ...each }])),
          format: { collection_page_properties: shown },
        },
      },
    },
    collection_view: Object.fromEntries(
      Object.entries(views).map(([type, more]) => [
        createId(type),
        { value: { id: createId(type), type, name: type, ...more } },
      ]),
    ),
    collection_query: {},
    notion_user: { [createId('ada')]: { value: { id: createId('ada'), name: 'Ada' } } },
  }
}

/** Small maps with blocks of every type, which are tested even if there are no fixtures. */
export const SAMPLE_MAPS: Raw[] = [
  createPageMap(
    [
      stored('list', 'column_list', 'page', { content: ['left', 'right'] }),
      stored('left', 'column', 'list', { content: ['a'], format: { column_ratio: 0.5 } }),
      stored('right', 'column', 'list', { content: ['b'] }),
      text('a', 'left', 'a', { properties: { title: [['a', [['b'], ['a', 'https://example.com']]]] } }),
      text('b', 'right'),
      stored('c', 'transclusion_container', 'page', { content: ['d'] }),
      text('d', 'c'),
      stored('r', 'transclusion_reference', 'page', {
        format: { transclusion_reference_pointer: { id: createId('c') } },
      }),
      stored('view', 'collection_view', 'page', { collection_id: createId('rows'), view_ids: [createId('list view')] }),
      stored('row', 'page', undefined, {
        parent_table: 'collection',
        parent_id: createId('rows'),
        properties: { title: [['Row']], when: [['‣', [['d', { type: 'date', start_date: '2024-01-01' }]]]] },
      }),
    ],
    {
      collection: {
        [createId('rows')]: {
          value: {
            id: createId('rows'),
            parent_id: createId('view'),
            parent_table: 'block',
            name: [['Rows']],
            schema: { title: { name: 'Name', type: 'title' }, when: { name: 'When', type: 'date' } },
          },
        },
      },
      collection_view: { [createId('list view')]: { value: { id: createId('list view'), type: 'list', format: {} } } },
      collection_query: { [createId('rows')]: { [createId('list view')]: { blockIds: [createId('row')] } } },
      notion_user: { [createId('ada')]: { value: { id: createId('ada'), name: 'Ada', email: 'ada@example.com' } } },
    },
  ),
  createBlockMap([
    stored('one', 'page', undefined, { content: ['two', 'x'] }),
    stored('two', 'page', 'one', { content: ['three'] }),
    stored('three', 'page', 'two'),
    text('x', 'one', 'x', { content: ['y'] }),
    text('y', 'x'),
  ]),
  createPageMap(Object.entries(RENDERED_BLOCKS).flatMap(([name, more]) => createWithChild(name, more))),
  createDatabase(),
]
