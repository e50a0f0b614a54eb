import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { table, text } from '@/cli/sample/blocks'
import { buildWorkspace, type WorkspaceFile } from '@/cli/sample/builder'
import { attachment, pageId } from '@/cli/sample/ids'
import { date, pageMention } from '@/cli/sample/inline'
import { embed, image } from '@/cli/sample/media'
import type { PropertySpec } from '@/cli/sample/nodes'
import { writeWorkspace } from '@/cli/sample/output'
import { database, page, row } from '@/cli/sample/pages'
import { createFolder } from './site'

const SCHEMA: Record<string, PropertySpec> = {
  Name: { type: 'title' },
  Access: { type: 'select', options: { Public: 'green', Members: 'blue', board: 'red', choir: 'pink' } },
  Status: { type: 'status', groups: { Todo: { Draft: 'gray' }, Done: { Published: 'green' } } },
  'Publish at': { type: 'date' },
  Tags: { type: 'multi_select', options: { News: 'blue', Accounts: 'red', Music: 'pink' } },
}
const OPEN = { Access: 'Public', Status: 'Published' }
const PICTURE = attachment('ledger.png')
const HTML = attachment('budget.html')

/** More rows than a page shows at first. Some of them are only for the board. */
const berths = database('Berths', {
  key: 'berths',
  schema: { Name: { type: 'title' }, Access: { type: 'select', options: { Members: 'blue', board: 'red' } } },
  views: [{ type: 'table', show: ['Name'] }],
  rows: Array.from({ length: 70 }, (_, index) =>
    row(`Berth ${index}`, { Access: index < 5 ? 'board' : 'Members' }, [], { key: `berth-${index}` }),
  ),
})

/** Writes a workspace of which each kind of viewer may read other pages. `picture` and `html` are files that only the board may see. */
export function writeMembersWorkspace(): { dir: string; picture: WorkspaceFile; html: WorkspaceFile } {
  const dir = createFolder('members')
  mkdirSync(path.join(dir, 'files'))
  const writeFile = (name: string, type: string, content: string): WorkspaceFile => {
    writeFileSync(path.join(dir, 'files', name), content)
    return { file: `files/${name}`, hash: createHash('sha256').update(content).digest('hex'), type }
  }
  const picture = writeFile('ledger.png', 'image/png', 'picture of the ledger')
  const html = writeFile('budget.html', 'text/html', '<p>Budget of the board</p>')
  const root = page('Harbour', { key: 'home' }, [
    table([
      ['Page', 'Access'],
      [pageMention('lounge'), 'Members'],
    ]),
    text(['Go to ', pageMention('lounge'), ' or ', pageMention('ledger')]),
    page('Quay', { key: 'quay' }, [text('Ships lie here'), text(['See ', pageMention('home')])]),
    page('Lounge', { key: 'lounge' }, [text('Coffee for members'), berths]),
    database('Papers', {
      key: 'papers',
      schema: SCHEMA,
      views: [{ type: 'table', show: ['Name'], totals: { Name: 'count' } }],
      rows: [
        row('Notice', { ...OPEN, Tags: ['News'] }, [text('For all to read')], { key: 'notice' }),
        row(
          'Ledger',
          { ...OPEN, Access: 'board', Tags: ['News', 'Accounts'] },
          [text('Figures of the board'), image(PICTURE), embed('embed', HTML)],
          { key: 'ledger' },
        ),
        row('Songbook', { ...OPEN, Access: 'choir', Tags: ['Music'] }, [text('Songs of the choir')], {
          key: 'songbook',
        }),
        row('Sketch', { ...OPEN, Status: 'Draft' }, [text('Not ready yet')], { key: 'sketch' }),
        row('Minutes', { Access: 'choir', Status: 'Draft' }, [text('Not for editors either')], { key: 'minutes' }),
        row('Regatta', { ...OPEN, 'Publish at': date('2199-01-01') }, [text('In a hundred years')], { key: 'regatta' }),
      ],
    }),
  ])
  writeWorkspace(dir, buildWorkspace(root, { users: [], files: { [PICTURE]: picture, [HTML]: html } }))
  return { dir, picture, html }
}

/**
 * Writes the same workspace as a folder without a manifest, to which tests add pages. A page is part of the site if the root page is above
 * it. `restrict` makes a page members-only with a row in the table of the root page, and returns a function that removes the row.
 */
export function writeSharedWorkspace() {
  const { dir } = writeMembersWorkspace()
  rmSync(path.join(dir, 'manifest.json'))
  const home = pageId('home')
  const file = path.join(dir, 'pages', `${home}.json`)
  const restrict = (page: string) => {
    const before = readFileSync(file, 'utf8')
    const map = JSON.parse(before) as { block: Record<string, { value: RawBlock }> }
    const blocks = Object.values(map.block).map(({ value }) => value)
    const row = blocks.find(
      ({ type, properties }) => type === 'table_row' && /Members/.test(JSON.stringify(properties)),
    )
    const accessTable = blocks.find(({ id }) => id === row?.parent_id)
    if (row === undefined || accessTable === undefined) throw new Error('The root page has no table of access')
    const added = { ...row, id: page.replace(/^.{8}/, 'dddddddd') }
    const properties = JSON.stringify(row.properties).replaceAll(pageId('lounge'), page)
    map.block[added.id] = { value: { ...added, properties: JSON.parse(properties) } }
    accessTable.content = [...(accessTable.content ?? []), added.id]
    writeFileSync(file, JSON.stringify(map))
    return () => writeFileSync(file, before)
  }
  return { dir, home, restrict }
}

interface RawBlock {
  id: string
  type: string
  parent_id: string
  content?: string[]
  properties?: unknown
}
