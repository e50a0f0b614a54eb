import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { alias, block, bullet, heading, synced, syncedCopy, table, text } from '@/cli/sample/blocks'
import { type BuiltWorkspace, buildWorkspace, type WorkspaceFile } from '@/cli/sample/builder'
import { column } from '@/cli/sample/formula'
import { attachment, collectionId, pageId, propertyId } from '@/cli/sample/ids'
import { date, formatted, linkMention, pageMention, type User } from '@/cli/sample/inline'
import { image } from '@/cli/sample/media'
import type { Cell, Node, PropertySpec, ViewSpec } from '@/cli/sample/nodes'
import { writeWorkspace } from '@/cli/sample/output'
import { database, page, row } from '@/cli/sample/pages'
import type { StoredBlock } from '@/cli/sample/records'
import { createFolder } from './site'

/**
 * The reasons why a viewer may not read content. `hidden` is what an open page does not show, `unshown` what it does not show because of
 * settings that the official API does not return.
 */
export const CLOSED_BY = ['draft', 'locked', 'members', 'staff', 'unlisted', 'deleted', 'hidden', 'unshown'] as const
export type ClosedBy = (typeof CLOSED_BY)[number]

/** What no visitor, no member and no member of the organization `staff` may read. */
export const FOR_EDITORS_ONLY: ClosedBy[] = ['draft', 'locked', 'deleted', 'hidden']
/** What the pages of a workspace folder and of exports do not show. The official API does not return that it is hidden. */
export const UNSHOWN: ClosedBy[] = ['unshown']
export const FOR_VISITORS: ClosedBy[] = [...FOR_EDITORS_ONLY, 'members', 'staff']
/** Rows of these kinds exist. */
const ROWS = CLOSED_BY.filter((each) => each !== 'hidden' && each !== 'unshown')

/** Returns the word that marks one value of closed content. It occurs nowhere else. */
const getCanary = (by: ClosedBy, way: string) => `zq${by}${way}`

/** Digits that only sums over closed rows contain. Each sum of such numbers is unique. */
const AMOUNTS: Record<string, number> = Object.fromEntries(ROWS.map((by, at) => [by, 7_310_000 * 2 ** at + at + 1]))
/** The first of the years that only dates of closed rows contain. */
const FIRST_YEAR = 2181

/** Returns an expression that matches everything that viewers must not see who may not read content closed by any of these. */
export function matchCanaries(closed: readonly ClosedBy[]): RegExp {
  const numbers = ROWS.flatMap((by, at) => (closed.includes(by) ? [FIRST_YEAR + at] : []))
  // Each bit stands for one closed row that a sum contains.
  for (let set = 1; set < 2 ** ROWS.length; set++) {
    const rows = ROWS.filter((_, at) => (set & (2 ** at)) !== 0)
    if (!rows.some((by) => closed.includes(by))) continue
    numbers.push(rows.reduce((sum, by) => sum + (AMOUNTS[by] ?? 0), 0))
  }
  const digits = numbers.map((each) => each.toLocaleString('en-US').replaceAll(',', ',?'))
  return new RegExp(`zq(?:${closed.join('|')})\\w*|(?<![\\w.-])(?:${digits.join('|')})(?!\\w)`, 'i')
}

/** The axis of a timeline, in markup and in data. It has all years between the first and the last row that the viewer may read. */
const AXIS = /<div class="timeline-axis".*?<\/div>|\\?"ticks\\?":\[\[.*?\]\]/gs

/** Returns each closed word of an output once, with the name of the output. */
export function findLeaks(output: string, canaries: RegExp, name: string): string[] {
  const found = output.replaceAll(AXIS, '').match(new RegExp(canaries, 'gi')) ?? []
  return [...new Set(found)].map((word) => `${name}: ${word}`)
}

const users: Record<string, User> = Object.fromEntries(
  ROWS.map((by) => [by, { key: by, given: getCanary(by, 'person'), family: '' }]),
)

const POSTS: Record<string, PropertySpec> = {
  Name: { type: 'title' },
  Status: { type: 'status', groups: { Todo: { Draft: 'gray' }, Done: { Published: 'green' } } },
  Access: { type: 'select', options: { Public: 'green', Members: 'blue', staff: 'red', Unlisted: 'gray' } },
  Password: { type: 'text' },
  Tags: {
    type: 'multi_select',
    options: { Sea: 'blue', ...Object.fromEntries(ROWS.map((by) => [getCanary(by, 'tag'), 'red' as const])) },
  },
  Amount: { type: 'number', format: 'number_with_commas' },
  Date: { type: 'date' },
  Notes: { type: 'text' },
  Owner: { type: 'person' },
  Files: { type: 'file' },
  Unshown: { type: 'file' },
  Related: { type: 'relation', to: 'posts' },
  Names: { type: 'rollup', relation: 'Related', target: 'Name', aggregation: 'show_original' },
  Sum: { type: 'rollup', relation: 'Related', target: 'Amount', aggregation: 'sum' },
  Latest: { type: 'rollup', relation: 'Related', target: 'Date', aggregation: 'latest_date' },
  Owners: { type: 'rollup', relation: 'Related', target: 'Owner', aggregation: 'show_unique' },
  Pictures: { type: 'rollup', relation: 'Related', target: 'Files', aggregation: 'show_original' },
  Notices: { type: 'rollup', relation: 'Related', target: 'Notes', aggregation: 'show_original' },
  Known: { type: 'formula', formula: column('Name', 'text') },
  Unknown: { type: 'formula', formula: column('Name', 'text') },
  Total: { type: 'formula', formula: column('Amount', 'number') },
  Twice: { type: 'formula', formula: column('Name', 'text') },
}
const TASKS: Record<string, PropertySpec> = {
  Name: { type: 'title' },
  Post: { type: 'relation', to: 'posts' },
  Far: { type: 'formula', formula: column('Name', 'text') },
  Sums: { type: 'rollup', relation: 'Post', target: 'Total', aggregation: 'sum' },
  Labels: { type: 'rollup', relation: 'Post', target: 'Known', aggregation: 'show_original' },
}

/** The expressions of formulas, in the newer format. One of them is unknown to the site. */
const EXPRESSIONS: Record<string, unknown> = {
  [propertyId('posts', 'Known')]: { code: 'prop("Related").map(current.prop("Name"))', result_type: 'text' },
  [propertyId('posts', 'Unknown')]: { result_type: 'text' },
  [propertyId('posts', 'Total')]: { code: 'prop("Related").map(current.prop("Amount")).sum()', result_type: 'number' },
  [propertyId('posts', 'Twice')]: { code: 'prop("Known") + "!"', result_type: 'text' },
  [propertyId('tasks', 'Far')]: { code: 'prop("Post").map(current.prop("Twice"))', result_type: 'text' },
}

const VIEWS_OF_POSTS: ViewSpec[] = [
  { type: 'table', totals: { Amount: 'sum', Sum: 'sum', Latest: 'latest_date', Known: 'show_unique', Total: 'max' } },
  { type: 'gallery', cover: { column: 'Files' } },
  { type: 'list', name: 'By known', group: 'Known' },
  { type: 'list', name: 'By unknown', group: 'Unknown' },
  { type: 'list', name: 'By names', group: 'Names' },
  { type: 'list', name: 'By relation', group: 'Related' },
  { type: 'list', name: 'By owner', group: 'Owner' },
  { type: 'list', name: 'Sorted by known', sort: [['Known', 'ascending']] },
  { type: 'list', name: 'Sorted by sum', sort: [['Sum', 'descending']] },
  { type: 'calendar', by: 'Date' },
  { type: 'timeline', by: 'Date' },
  { type: 'chart', name: 'Largest', by: 'Tags', chart: { kind: 'bar', measure: ['Amount', 'max'], stack: 'Owner' } },
  { type: 'chart', name: 'Known', by: 'Known', chart: { kind: 'donut', measure: ['Total', 'max'] } },
  { type: 'chart', name: 'Related', by: 'Related', chart: { kind: 'line', measure: ['Names', 'show_unique'] } },
  { type: 'chart', name: 'Notices', by: 'Notices', chart: { kind: 'column', measure: ['Latest', 'latest_date'] } },
  {
    type: 'dashboard',
    widgets: [
      [
        { view: { type: 'chart', name: 'Sum', chart: { kind: 'number', measure: ['Sum', 'sum'] } } },
        { view: { type: 'list', name: 'Rows', show: ['Name', 'Known', 'Amount'] } },
      ],
    ],
  },
]
const SHOWN = Object.keys(POSTS).filter((name) => name !== 'Unshown')
const POST_VIEWS = VIEWS_OF_POSTS.map((view): ViewSpec => ({ ...view, show: SHOWN }))

const file = (name: string) => [{ name, source: attachment(name) }]
/** The address of a file in a property that the schema no longer has. */
const PROPERTY_FILE = attachment(`${getCanary('hidden', 'propertyfile')}.png`)
const pasted = (by: ClosedBy) =>
  `https://www.notion.so/team/${getCanary(by, 'address')}-${pageId(by).replaceAll('-', '')}?pvs=4`

/** The values of a closed row. Its other values decide why it is closed. */
function describeClosedRow(by: ClosedBy, access: Record<string, Cell>) {
  const at = CLOSED_BY.indexOf(by)
  const values: Record<string, Cell> = {
    Status: 'Published',
    Access: 'Public',
    ...access,
    Tags: ['Sea', getCanary(by, 'tag')],
    Amount: AMOUNTS[by] ?? 0,
    Date: date(`${FIRST_YEAR + at}-03-04`),
    Notes: getCanary(by, 'note'),
    Owner: users[by] === undefined ? [] : [users[by]],
    Files: file(`${getCanary(by, 'file')}.png`),
    Related: ['open'],
  }
  const children: Node[] = [
    text(getCanary(by, 'text')),
    heading(2, getCanary(by, 'heading')),
    image(attachment(`${getCanary(by, 'picture')}.png`)),
    synced(`synced-${by}`, [text(getCanary(by, 'synced'))]),
    syncedCopy('synced-concealed'),
    page(getCanary(by, 'child'), { key: `${by}-child` }, [text(getCanary(by, 'childtext'))]),
  ]
  const more = { icon: attachment(`${getCanary(by, 'icon')}.png`), cover: attachment(`${getCanary(by, 'cover')}.png`) }
  return row(getCanary(by, 'title'), values, children, { key: by, ...more })
}

/** Blocks that Notion stores with a page, but does not show. */
const HIDDEN_BLOCKS: Node[] = ['transcription', 'template', 'button'].map((type) =>
  block(type, {
    properties: { title: [['Shown']] },
    children: [
      // Of the notes of a meeting, the official API names the first two blocks as those that are shown.
      ...(type === 'transcription' ? [text('Summary'), text('Notes')] : []),
      text([getCanary('hidden', type), pageMention('draft')]),
      image(attachment(`${getCanary('hidden', `${type}picture`)}.png`)),
      page(getCanary('hidden', `${type}page`), { key: `hidden-${type}` }, [text(getCanary('hidden', `${type}text`))]),
    ],
  }),
)

/** A button with a synced block, which only copies on other pages show. */
const inButton = (key: string, children: Node[]): Node =>
  block('button', { properties: { title: [['Insert']] }, children: [synced(key, children)] })

/** What a row of the glossary would explain in the open post, if it were open. */
const getTerm = (by: ClosedBy) => `Halyard-of-${by}`

const GLOSSARY: Record<string, PropertySpec> = {
  Term: { type: 'title' },
  Definition: { type: 'text' },
  Aliases: { type: 'text' },
  Status: { type: 'status', groups: { Todo: { Draft: 'gray' }, Done: { Published: 'green' } } },
  Access: { type: 'select', options: { Public: 'green', Members: 'blue', staff: 'red', Unlisted: 'gray' } },
  Password: { type: 'text' },
}

const describeTerm = (by: ClosedBy, access: Record<string, Cell>) =>
  row(
    getCanary(by, 'term'),
    { Definition: getCanary(by, 'meaning'), Aliases: getTerm(by), Status: 'Published', Access: 'Public', ...access },
    [],
    { key: `${by}-term` },
  )

/** Describes rows that are closed for each reason, and open pages that reach them in every way. */
function describeWorkspace() {
  const closed = [
    describeClosedRow('draft', { Status: 'Draft' }),
    describeClosedRow('locked', { Password: getCanary('locked', 'password') }),
    describeClosedRow('members', { Access: 'Members' }),
    describeClosedRow('staff', { Access: 'staff' }),
    describeClosedRow('unlisted', { Access: 'Unlisted' }),
    describeClosedRow('deleted', {}),
  ]
  const values = { Status: 'Published', Access: 'Public', Tags: ['Sea'], Amount: 0, Date: date('2026-01-01') }
  const reached = ROWS.flatMap((by): Node[] => [
    text(['Before ', pageMention(by), formatted('pasted', ['a', pasted(by)]), ' after']),
    bullet([pageMention(`${by}-child`)]),
    block('bookmark', {
      properties: {
        link: [[pasted(by)]],
        title: [[getCanary(by, 'bookmark')]],
        description: [[getCanary(by, 'description')]],
      },
    }),
    text(linkMention({ href: pasted(by), title: getCanary(by, 'mention') })),
    image(attachment('open.png'), { caption: pageMention(by) }),
    table([[pageMention(by), formatted('cell', ['a', pasted(by)])]]),
    alias(by),
    syncedCopy(`synced-${by}`),
  ])
  const open = row(
    'Open',
    { ...values, Related: [...ROWS], Files: file('open.png'), Unshown: file(`${getCanary('unshown', 'file')}.png`) },
    [
      text('The open post'),
      text(`Moorings, and ${ROWS.map(getTerm).join(', ')}`),
      ...reached,
      ...HIDDEN_BLOCKS,
      // Closed and unlisted pages have copies of this one, which open none of its files and pages.
      inButton('synced-concealed', [
        image(attachment('concealed.png')),
        page(getCanary('hidden', 'concealedpage'), { key: 'concealed' }, [text(getCanary('hidden', 'concealedtext'))]),
      ]),
      inButton('synced-shown', [image(attachment('copied.png')), page('Copied', { key: 'copied' }, [])]),
    ],
    { key: 'open' },
  )
  const beside = [text('The post beside it'), syncedCopy('synced-shown')]
  const near = row('Near', { ...values, Related: ['open'] }, beside, { key: 'near' })
  return page('Harbour', { key: 'home' }, [
    text(['Welcome ', pageMention('draft'), pageMention('open')]),
    database('Posts', {
      ...{ key: 'posts', schema: POSTS, views: POST_VIEWS, rows: [open, near, ...closed] },
      hidden: { Unshown: 'hide' },
    }),
    database('Glossary', {
      key: 'glossary',
      schema: GLOSSARY,
      views: [{ type: 'table' }],
      rows: [
        row(
          'Mooring',
          { Definition: 'A place for a ship', Aliases: 'Moorings', Status: 'Published', Access: 'Public' },
          [],
        ),
        describeTerm('draft', { Status: 'Draft' }),
        describeTerm('locked', { Password: getCanary('locked', 'termpassword') }),
        describeTerm('members', { Access: 'Members' }),
        describeTerm('staff', { Access: 'staff' }),
        describeTerm('unlisted', { Access: 'Unlisted' }),
      ],
    }),
    database('Tasks', {
      key: 'tasks',
      schema: TASKS,
      views: [{ type: 'table', totals: { Sums: 'sum', Labels: 'show_unique' } }],
      rows: [row('Task', { Post: ['open', 'near'] }, [], { key: 'task' })],
    }),
  ])
}

/** Writes the workspace into a temporary folder. */
export function writeCanaryWorkspace(): { dir: string; files: Record<string, WorkspaceFile> } {
  const dir = createFolder('canaries')
  const files: Record<string, WorkspaceFile> = {}
  const root = describeWorkspace()
  mkdirSync(path.join(dir, 'files'))
  const sources = new Set(JSON.stringify(root).match(/attachment:[\w-]+:\w+\.png/g))
  sources.add(PROPERTY_FILE)
  for (const source of sources) {
    const name = `files/${source.split(':').at(-1)}`
    const content = `picture of ${name}`
    writeFileSync(path.join(dir, name), content)
    files[source] = { file: name, hash: createHash('sha256').update(content).digest('hex'), type: 'image/png' }
  }
  const built = buildWorkspace(root, { users: Object.values(users), files })
  addStoredValues(built)
  writeWorkspace(dir, built)
  return { dir, files }
}

/** Adds what the builder cannot express: results that Notion computed from all rows, values of deleted properties, and the trash. */
function addStoredValues({ pages }: BuiltWorkspace): void {
  const words = (way: string) => ROWS.map((by) => getCanary(by, way)).join(', ')
  const total = Object.values(AMOUNTS).reduce((sum, amount) => sum + amount, 0)
  const stored: Record<string, StoredBlock['properties']> = {
    [pageId('open')]: {
      [propertyId('posts', 'Known')]: [[words('known')]],
      [propertyId('posts', 'Unknown')]: [[words('unknown')]],
      [propertyId('posts', 'Total')]: [[String(total)]],
      [propertyId('posts', 'Twice')]: [[words('twice')]],
      gone: [
        [getCanary('hidden', 'property'), [['a', attachment(`${getCanary('hidden', 'propertyfile')}.png`)]]],
        ['‣', [['p', pageId('draft')]]],
      ],
    },
    [pageId('near')]: { [propertyId('posts', 'Known')]: [['Open']], [propertyId('posts', 'Twice')]: [['Open!']] },
    [pageId('task')]: { [propertyId('tasks', 'Far')]: [[words('far')]] },
  }
  for (const map of pages.values()) {
    for (const { value } of Object.values(map.block)) {
      if (value.id in stored) value.properties = { ...value.properties, ...stored[value.id] }
      if (value.id === pageId('deleted')) Object.assign(value, { alive: false })
    }
    for (const key of ['posts', 'tasks']) {
      const schema = map.collection[collectionId(key)]?.value.schema ?? {}
      for (const [id, formula2] of Object.entries(EXPRESSIONS)) {
        if (schema[id] !== undefined) Object.assign(schema[id], { formula: undefined, formula2 })
      }
    }
  }
}
