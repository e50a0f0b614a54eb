import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from '@/cli/sample/blocks'
import { buildWorkspace, type WorkspaceFile } from '@/cli/sample/builder'
import { attachment } from '@/cli/sample/ids'
import { date } from '@/cli/sample/inline'
import { embed, image } from '@/cli/sample/media'
import { writeWorkspace } from '@/cli/sample/output'
import { database, page, row } from '@/cli/sample/pages'
import { SECRET } from './closed-workspace'

const secret = (what: string) => `${SECRET}${what}`

interface Letter {
  status?: string
  text?: string
}

/** Describes a database with an open row and two drafts. Below the first draft are a page, and a database with many rows. */
function describeWorkspace({ status = 'Draft', text: written = secret('text') }: Letter) {
  const schema = {
    Name: { type: 'title' },
    Status: { type: 'select', options: { Published: 'green', Draft: 'gray' } },
    Access: { type: 'select', options: { Public: 'green', Members: 'blue' } },
    Date: { type: 'date' },
  } as const
  const values = { Status: 'Published', Access: 'Public', Date: date('2026-01-01') }
  const rows = Array.from({ length: 120 }, (_, at) =>
    row(secret(`row${at}`), { Status: 'Published', Access: 'Public' }, [], { key: `row-${at}` }),
  )
  const inside = row(secret('member'), { Status: 'Published', Access: 'Members' }, [], { key: 'member' })
  return page('Harbour', { key: 'home' }, [
    database('Notes', {
      key: 'posts',
      schema,
      views: [{ type: 'table' }],
      rows: [
        row('Open', values, [text('Everyone reads this')], { key: 'open' }),
        row('Other', { ...values, Status: 'Draft' }, [text(secret('other'))], { key: 'other' }),
        row('Inner', { ...values, Status: 'Draft', Access: 'Members' }, [text(secret('inner'))], { key: 'inner' }),
        row(
          'Letter',
          { ...values, Status: status },
          [
            text(written),
            image(attachment(`${secret('picture')}.png`)),
            embed('embed', attachment(`${secret('log')}.html`)),
            page('Chapter', { key: 'chapter' }, [text(secret('chaptertext'))]),
            database('Entries', { key: 'entries', schema, views: [{ type: 'table' }], rows: [...rows, inside] }),
          ],
          { key: 'letter' },
        ),
      ],
    }),
  ])
}

/** Writes the workspace into a folder, which may contain an earlier version of it. */
export function writePreviewWorkspace(dir: string, letter: Letter = {}): Record<string, WorkspaceFile> {
  const files: Record<string, WorkspaceFile> = {}
  const root = describeWorkspace(letter)
  mkdirSync(path.join(dir, 'files'), { recursive: true })
  for (const source of new Set(JSON.stringify(root).match(/attachment:[\w-]+:\w+\.(?:png|html)/g))) {
    const file = `files/${source.split(':').at(-1)}`
    const type = file.endsWith('.png') ? 'image/png' : 'text/html'
    // A site may be reading the file of an earlier version.
    if (!existsSync(path.join(dir, file))) writeFileSync(path.join(dir, file), `content of ${file}`)
    files[source] = { file, hash: createHash('sha256').update(`content of ${file}`).digest('hex'), type }
  }
  writeWorkspace(dir, buildWorkspace(root, { files }))
  return files
}
