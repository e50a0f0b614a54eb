import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { table, text } from '@/cli/sample/blocks'
import { buildWorkspace, type WorkspaceFile } from '@/cli/sample/builder'
import { attachment } from '@/cli/sample/ids'
import { link, pageMention } from '@/cli/sample/inline'
import { file, image } from '@/cli/sample/media'
import { writeWorkspace } from '@/cli/sample/output'
import { database, page, row } from '@/cli/sample/pages'
import { createFolder } from './site'

/** More rows than a document contains before “Show more” is used. */
export const ROWS = 60

/** Runs if a browser opens the file as a document. */
const SCRIPT = '<script>document.title = "run"</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">${SCRIPT}<circle r="4"/></svg>`
const PICTURE = readFileSync('docs/pictures/article.webp')

const UPLOADS: [name: string, type: string, content: string | Buffer][] = [
  ['drawing.svg', 'image/svg+xml', SVG],
  ['page.html', 'text/html', SCRIPT],
  ['notes.txt', 'text/plain', 'notes'],
  ['view.webp', 'image/webp', PICTURE],
]

interface ExportWorkspace {
  dir: string
  /** Writes the workspace again, with another title of one page, an additional page, or an additional link. */
  write(changes?: { title?: string; more?: string; link?: string }): void
}

/** Creates a workspace of a few pages with paths in three scripts, a database that loads rows on demand, and files that could run scripts. */
export function createExportWorkspace(): ExportWorkspace {
  const dir = createFolder('exported')
  const files: Record<string, WorkspaceFile> = {}
  mkdirSync(`${dir}/files`)
  for (const [name, type, content] of UPLOADS) {
    writeFileSync(`${dir}/files/${name}`, content)
    files[attachment(name)] = { file: `files/${name}`, type, hash: createHash('sha256').update(content).digest('hex') }
  }
  const write: ExportWorkspace['write'] = ({ title = 'Quay', more, link: target } = {}) => {
    const children = [
      table([
        ['Redirects', 'To'],
        ['/once-quay', pageMention('quay')],
      ]),
      text(['To ', pageMention('quay'), ' or ', ...(target === undefined ? [] : [link('nowhere', target)])]),
      image(attachment('drawing.svg')),
      image(attachment('view.webp')),
      file(attachment('page.html'), 'page.html'),
      file(attachment('notes.txt'), 'notes.txt'),
      page(title, { key: 'quay' }, [text('By the water')]),
      ...(more === undefined ? [] : [page(more, {}, [])]),
      page('排版指南', {}, [text('中文')]),
      page('دليل الميناء', {}, [text('عربي')]),
      database('Boats', {
        key: 'boats',
        schema: { Name: { type: 'title' } },
        views: [{ type: 'table' }, { type: 'list' }],
        rows: Array.from({ length: ROWS }, (_, at) => row(`Boat ${at + 1}`, {}, [])),
      }),
    ]
    writeWorkspace(dir, buildWorkspace(page('Harbour', { key: 'home' }, children), { files }))
  }
  write()
  return { dir, write }
}
