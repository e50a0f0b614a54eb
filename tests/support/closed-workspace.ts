import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { alias, block, synced, syncedCopy, table, text } from '@/cli/sample/blocks'
import { type BuiltWorkspace, buildWorkspace, type WorkspaceFile } from '@/cli/sample/builder'
import { attachment, pageId } from '@/cli/sample/ids'
import { databaseMention, date, link, pageAddress, pageMention, type User, userMention } from '@/cli/sample/inline'
import { image } from '@/cli/sample/media'
import type { PropertySpec, ViewSpec } from '@/cli/sample/nodes'
import { writeWorkspace } from '@/cli/sample/output'
import { database, linkedDatabase, page, row } from '@/cli/sample/pages'
import type { StoredBlock } from '@/cli/sample/records'
import { createFolder } from './site'

/** Occurs in all content that no visitor may see, and nowhere else. */
export const SECRET = 'zqxwvkj'

const ann: User = { key: 'ann', given: 'Ann', family: 'Lee' }
const bob: User = { key: 'bob', given: `${SECRET}bob@example.com`, family: '' }

const SCHEMA: Record<string, PropertySpec> = {
  Name: { type: 'title' },
  Status: { type: 'status', groups: { Todo: { Draft: 'gray' }, Done: { Published: 'green' } } },
  'Publish at': { type: 'date' },
  Access: { type: 'select', options: { Public: 'green', Members: 'blue', [`${SECRET}-staff`]: 'red' } },
  Public: { type: 'checkbox' },
  Topic: { type: 'select', options: { Sea: 'blue', Land: 'brown' } },
  Tags: { type: 'multi_select', options: { Sea: 'blue', sEA: 'blue', Land: 'brown', [`${SECRET}tag`]: 'red' } },
  Date: { type: 'date' },
  Related: { type: 'relation', to: 'posts' },
  Names: { type: 'rollup', relation: 'Related', target: 'Name', aggregation: 'show_original' },
  Author: { type: 'person' },
  Picture: { type: 'file' },
  Notes: { type: 'text' },
  password: { type: 'text' },
  Passwords: { type: 'rollup', relation: 'Related', target: 'password', aggregation: 'show_original' },
}
const SHOWN = ['Name', 'Topic', 'Related', 'Names', 'Author', 'password', 'Passwords']
const VIEWS: ViewSpec[] = [
  { type: 'table', show: SHOWN, totals: { Name: 'count', Names: 'show_unique', Related: 'count_values' } },
  { type: 'gallery', show: SHOWN, cover: { column: 'Picture' } },
  { type: 'board', show: SHOWN, by: 'Topic' },
  { type: 'list', show: SHOWN, name: 'By relation', group: 'Related' },
  { type: 'list', show: SHOWN, name: 'By lock', group: 'password' },
]

const VALUES = { Status: 'Published', Access: 'Public', Public: true, Topic: 'Sea', Author: [ann] }
const OPEN = { ...VALUES, Tags: ['Sea'], Date: date('2026-01-01') }
/** Closed pages spell a tag differently, more often than open pages, and have a tag of their own. */
const CLOSED = { ...VALUES, Tags: ['sEA', `${SECRET}tag`], Date: date('2026-02-02') }
const picture = (name: string) => [{ name, source: attachment(name) }]
const secret = (what: string) => `${SECRET}${what}`
const createContent = (what: string) => [text(secret(`${what}text`)), image(attachment(`${secret(what)}.png`))]

/** Describes pages that are closed in every possible way, and open pages that mention, embed, contain or relate to them. */
function describeWorkspace(navigation: 'header' | 'sidebar') {
  const closed = {
    draft: row(
      secret('draft'),
      {
        ...CLOSED,
        Status: 'Draft',
        Notes: secret('note'),
        Picture: picture(`${secret('draft')}.png`),
        Related: ['first'],
      },
      [
        ...createContent('draft'),
        synced('closed', createContent('synced')),
        page(secret('below'), { key: 'below' }, createContent('below')),
      ],
      { key: 'draft', icon: attachment(`${secret('icon')}.png`), cover: attachment(`${secret('cover')}.png`) },
    ),
    scheduled: row(secret('scheduled'), { ...CLOSED, 'Publish at': date('2199-01-01') }, createContent('scheduled'), {
      key: 'scheduled',
    }),
    members: row(secret('members'), { ...CLOSED, Access: 'Members' }, createContent('members'), { key: 'members' }),
    staff: row(secret('staff'), { ...CLOSED, Access: `${SECRET}-staff` }, createContent('staff'), { key: 'staff' }),
    locked: row(secret('locked'), { ...CLOSED, password: secret('password') }, createContent('locked'), {
      key: 'locked',
    }),
    unticked: row(secret('unticked'), { ...CLOSED, Public: false }, createContent('unticked'), { key: 'unticked' }),
  }
  const keys = [...Object.keys(closed), 'below', 'team', 'outside', 'trashed']
  const first = row(
    'First',
    { ...OPEN, Related: ['second', ...Object.keys(closed)], Notes: secret('hiddennote'), Picture: picture('open.png') },
    [
      text('The first of the posts'),
      image(attachment('open.png')),
      syncedCopy('closed'),
      syncedCopy('open'),
      syncedCopy('table'),
      ...keys.flatMap((key) => [
        text(['Before ', pageMention(key), link('a link', pageAddress(key)), ' after']),
        alias(key),
        image(attachment('open.png'), { caption: pageAddress(key) }),
      ]),
    ],
    { key: 'first' },
  )
  const second = row(
    'Second',
    { ...OPEN, Topic: 'Land', Tags: ['Sea', 'Land'], Related: ['draft'] },
    [text('By '), text(userMention(bob))],
    {
      key: 'second',
    },
  )
  return page('Harbour', { key: 'home', by: ann }, [
    text(['Welcome, says ', userMention(ann), userMention(bob)]),
    synced('table', [
      table([
        ['Page', 'Access'],
        [pageMention('team'), 'Members'],
        [databaseMention('ledger'), secret('auditors')],
      ]),
    ]),
    table([
      ['Site', 'Look'],
      ['Navigation', navigation],
    ]),
    synced('open', [text('Synced in the open'), ...keys.map((key) => alias(key))]),
    block('button', { properties: { title: [['Press']] }, format: { automation: { action: secret('automation') } } }),
    page(secret('team'), { key: 'team' }, [
      ...createContent('team'),
      page(secret('teamchild'), {}, createContent('teamchild')),
    ]),
    page(secret('outside'), { key: 'outside' }, [
      ...createContent('outside'),
      database(secret('islands'), {
        key: 'islands',
        schema: { Name: { type: 'title' } },
        views: [{ type: 'table' }],
        rows: [row(secret('island'), {}, createContent('island'))],
      }),
    ]),
    page(secret('trashed'), { key: 'trashed' }, [
      ...createContent('trashed'),
      page(secret('intrash'), {}, createContent('intrash')),
    ]),
    database('Posts', {
      key: 'posts',
      schema: SCHEMA,
      views: VIEWS,
      rows: [first, second, ...Object.values(closed)],
      hidden: { Notes: 'hide', Picture: 'hide' },
    }),
    database(secret('ledger'), {
      key: 'ledger',
      description: secret('ledgerdescription'),
      schema: { Name: { type: 'title' }, [secret('column')]: { type: 'text' } },
      views: [{ type: 'table' }],
      rows: [row(secret('entry'), { [secret('column')]: secret('value') }, createContent('entry'))],
    }),
    page('Quay', { key: 'quay' }, [
      linkedDatabase('ledger', [{ type: 'table', name: 'Nothing' }]),
      linkedDatabase('islands', [{ type: 'table', name: 'Nothing' }]),
      linkedDatabase('posts', VIEWS),
    ]),
  ])
}

/** Writes the workspace into a temporary folder. `closed` contains the ids of the pages that the public may not read. */
export function writeClosedWorkspace(navigation: 'header' | 'sidebar' = 'header'): {
  dir: string
  built: BuiltWorkspace
  closed: string[]
  files: Record<string, WorkspaceFile>
} {
  const dir = createFolder('closed')
  const files: Record<string, WorkspaceFile> = {}
  const root = describeWorkspace(navigation)
  const names = new Set(JSON.stringify(root).match(/attachment:[\w-]+:\w+\.png/g))
  mkdirSync(path.join(dir, 'files'))
  for (const source of names) {
    const file = `files/${source.split(':').at(-1)}`
    writeFileSync(path.join(dir, file), `picture of ${file}`)
    files[source] = { file, hash: createHash('sha256').update(`picture of ${file}`).digest('hex'), type: 'image/png' }
  }
  const built = buildWorkspace(root, { users: [ann, bob], files })
  for (const map of built.pages.values()) {
    for (const { value } of Object.values(map.block)) Object.assign(value, getStoredFields(value))
    for (const { value } of Object.values(map.notion_user)) {
      Object.assign(value, { email: `${SECRET}@example.com`, profile_photo: `https://example.com/${SECRET}.png` })
    }
  }
  writeWorkspace(dir, built)
  const isClosed = (map: { block: Record<string, { value: StoredBlock }> }, id: string) =>
    JSON.stringify(map.block[id]?.value.properties ?? {}).includes(SECRET) && !OPEN_PAGES.has(id)
  const closed = [...built.pages].filter(([id, map]) => isClosed(map, id)).map(([id]) => id)
  return { dir, built, closed, files }
}

const OPEN_PAGES = new Set(['home', 'quay', 'first', 'second'].map(pageId))

/** Returns fields that the builder cannot express: one page is in the trash, one has another parent, and all have permissions. */
function getStoredFields({ id, type }: StoredBlock) {
  return {
    ...(id === pageId('trashed') && { alive: false }),
    ...(id === pageId('outside') && { parent_id: pageId('another space'), parent_table: 'space' }),
    ...(type === 'page' && {
      permissions: [{ role: 'editor', type: 'user_permission', email: `${SECRET}@example.com` }],
    }),
  }
}
