import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { alias, text } from '@/cli/sample/blocks'
import { buildWorkspace, type WorkspaceFile } from '@/cli/sample/builder'
import { attachment } from '@/cli/sample/ids'
import { date, pageMention } from '@/cli/sample/inline'
import { embed, image } from '@/cli/sample/media'
import { writeWorkspace } from '@/cli/sample/output'
import { database, page, row } from '@/cli/sample/pages'
import { SECRET } from './closed-workspace'

export const PASSWORD = 'open sesame'
export const INNER_PASSWORD = '\u5bc6\u7801 2'

const values = { Status: 'Published', Tags: ['Sea'], Date: date('2026-01-01') }
const secret = (what: string) => `${SECRET}${what}`

/** Describes a database with an open row, an unlisted row, and a row with a password. Below the last are pages and rows with and without another password. */
function describeWorkspace(password: string) {
  const inner = database(secret('inner'), {
    key: 'inner',
    schema: { Name: { type: 'title' }, Password: { type: 'text' } },
    views: [{ type: 'table' }],
    rows: [
      row(secret('innerrow'), {}, [text(secret('innerrowtext'))], { key: 'innerrow' }),
      row('Inner', { Password: INNER_PASSWORD }, [text(secret('twice'))], { key: 'twice' }),
    ],
  })
  const diary = row(
    'Diary',
    { ...values, Tags: ['Sea', secret('tag')], Password: password, Summary: secret('summary') },
    [
      text(secret('text')),
      image(attachment(`${secret('picture')}.png`)),
      embed('embed', attachment(`${secret('log')}.html`)),
      page('Chapter', { key: 'chapter' }, [text(secret('chaptertext'))]),
      inner,
    ],
    { key: 'diary', icon: attachment(`${secret('icon')}.png`), cover: attachment(`${secret('cover')}.png`) },
  )
  const links = ['diary', 'chapter', 'innerrow'].flatMap((key) => [
    text(['Before ', pageMention(key), ' after']),
    alias(key),
  ])
  return page('Harbour', { key: 'home' }, [
    database('Notes', {
      key: 'posts',
      schema: {
        Name: { type: 'title' },
        Status: { type: 'select', options: { Published: 'green', Unlisted: 'gray' } },
        Tags: { type: 'multi_select', options: { Sea: 'blue', [secret('tag')]: 'red', Hush: 'gray' } },
        Date: { type: 'date' },
        Summary: { type: 'text' },
        Password: { type: 'text' },
      },
      views: [{ type: 'table' }, { type: 'gallery', cover: 'page_content' }],
      rows: [
        diary,
        row('Open', values, [text('Everyone reads this'), ...links], { key: 'open' }),
        row('Quiet', { ...values, Tags: ['Hush'], Status: 'Unlisted' }, [text('Found by its address'), alias('open')], {
          key: 'quiet',
        }),
      ],
    }),
  ])
}

/** Writes the workspace into a folder, which may contain an earlier version of it. */
export function writeLockedWorkspace(dir: string, password = PASSWORD): Record<string, WorkspaceFile> {
  const files: Record<string, WorkspaceFile> = {}
  const root = describeWorkspace(password)
  mkdirSync(path.join(dir, 'files'), { recursive: true })
  for (const source of new Set(JSON.stringify(root).match(/attachment:[\w-]+:\w+\.(?:png|html)/g))) {
    const file = `files/${source.split(':').at(-1)}`
    const type = file.endsWith('.png') ? 'image/png' : 'text/html'
    writeFileSync(path.join(dir, file), `picture of ${file}`)
    files[source] = { file, hash: createHash('sha256').update(`picture of ${file}`).digest('hex'), type }
  }
  writeWorkspace(dir, buildWorkspace(root, { files }))
  return files
}
