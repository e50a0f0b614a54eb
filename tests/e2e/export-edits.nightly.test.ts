import { readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { date, pageMention } from '@/cli/sample/inline'
import { writeWorkspace } from '@/cli/sample/output'
import { database, page, row } from '@/cli/sample/pages'
import { listFiles, runExport } from '@/tests/support/run-export'
import { createFolder } from '@/tests/support/site'
import { expect, test } from './base'

interface Content {
  /** The title of a page in the navigation, above other pages, and in links. */
  harbour?: string
  /** The text of a page that others show nothing of. */
  tides?: string
  /** The title, tag and day of a post between others. */
  post?: [title: string, tag: string, day: string]
  /** Whether the newest post exists. */
  hasNewest?: boolean
}

function writeEdited(dir: string, { harbour = 'Harbour', tides = 'Twice a day', hasNewest = true, ...more }: Content) {
  const [title, tag, day] = more.post ?? ['Second post', 'Sea', '2025-02-01']
  const createPost = (key: string, name: string, tags: string, published: string) =>
    row(name, { Tags: [tags], Date: date(published) }, [text(`Text of ${name}`)], { key })
  const root = page('Coast', { key: 'home' }, [
    text(['See ', pageMention('quay')]),
    page(harbour, { key: 'harbour' }, [page('Quay', { key: 'quay' }, [page('Bollard', {}, [text('Of iron')])])]),
    page('Tides', { key: 'tides' }, [text(tides)]),
    page('Boats', { key: 'boats' }, [text(['They lie in the ', pageMention('harbour')])]),
    database('Posts', {
      key: 'posts',
      schema: {
        Name: { type: 'title' },
        Tags: { type: 'multi_select', options: { Sea: 'blue', Land: 'green' } },
        Date: { type: 'date' },
      },
      views: [{ type: 'table' }, { type: 'gallery' }],
      rows: [
        createPost('first', 'First post', 'Sea', '2025-01-01'),
        createPost('second', title, tag, day),
        createPost('third', 'Third post', 'Land', '2025-03-01'),
        ...(hasNewest ? [createPost('fourth', 'Fourth post', 'Sea', '2025-04-01')] : []),
      ],
    }),
  ])
  writeWorkspace(dir, buildWorkspace(root))
}

const EDITS: [what: string, content: Content][] = [
  ['the text of a page', { tides: 'Once a day' }],
  ['a title that other pages show', { harbour: 'Port' }],
  ['a post between others, and the newest one', { post: ['Last post', 'Land', '2025-05-01'], hasNewest: false }],
]

test('an export after an edit has the same files as one from nothing', async () => {
  // Exports the site once, and twice for each edit.
  test.setTimeout(400_000)
  const [workspaceDir, state, parent] = [createFolder('edited'), createFolder('state'), createFolder('export')]
  const exportTo = async (name: string) => {
    const dir = `${parent}/${name}`
    const { code, stdout, stderr } = await runExport(dir, workspaceDir, state)
    expect(code, stderr).toBe(0)
    const files = listFiles(dir).map((file) => [file, readFileSync(path.join(dir, file), 'base64')])
    return { stdout, files: new Map(files as [string, string][]) }
  }
  writeEdited(workspaceDir, {})
  await exportTo('site')
  for (const [at, [what, content]] of EDITS.entries()) {
    writeEdited(workspaceDir, content)
    const again = await exportTo('site')
    const { files } = await exportTo(`new-${at}`)
    const differing = [...new Set([...again.files.keys(), ...files.keys()])].filter(
      (file) => again.files.get(file) !== files.get(file),
    )
    expect(differing, what).toEqual([])
    const written = Number(/\((\d+) written/.exec(again.stdout)?.[1])
    expect(written, what).toBeGreaterThan(0)
    expect(written, what).toBeLessThan(files.size / 2)
  }
})
