import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { text } from '@/cli/sample/blocks'
import { buildWorkspace, type WorkspaceFile } from '@/cli/sample/builder'
import { attachment, databaseId } from '@/cli/sample/ids'
import { date } from '@/cli/sample/inline'
import { image } from '@/cli/sample/media'
import type { Cell, PageNode, PropertySpec, ViewSpec } from '@/cli/sample/nodes'
import { writeWorkspace } from '@/cli/sample/output'
import { database, page, row } from '@/cli/sample/pages'
import { SECRET } from './closed-workspace'
import { createFolder } from './site'

const PICTURES = ['cover-journal.webp', 'figure-boxes.webp', 'cover-publish.webp']
const LONG_TAG = 'Everything that happens on the land'
const PROSE = 'The tide leaves the harbour twice a day, and the boats lie on the sand until it comes back. '.repeat(60)

interface PostOptions {
  /** The number of dated posts. The newest is `Post 1`. */
  posts: number
  /** Whether the home page is the database itself, as in NotionNext's template, and not a page with other text. */
  isDatabase?: boolean
  view?: ViewSpec
}

const options = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'gray' as const]))
const SCHEMA: Record<string, PropertySpec> = {
  title: { type: 'title' },
  type: { type: 'select', options: options('Post', 'Page', 'Menu') },
  status: { type: 'select', options: options('Published', 'Draft', 'Invisible') },
  slug: { type: 'text' },
  summary: { type: 'text' },
  category: { type: 'select', options: options('Harbour', 'Tides') },
  tags: { type: 'multi_select', options: options('Sea', LONG_TAG) },
  date: { type: 'date' },
  password: { type: 'text' },
  Pinned: { type: 'checkbox' },
}

/**
 * Writes a blog with pictures. Besides the dated posts, it has one that is pinned, one with a password, one with a date in the future,
 * one without a date, and rows that are not in the list.
 */
export function writePostWorkspace({ posts, isDatabase = false, view = { type: 'table' } }: PostOptions): string {
  const dir = createFolder('posts')
  mkdirSync(`${dir}/files`, { recursive: true })
  const files: Record<string, WorkspaceFile> = {}
  for (const name of PICTURES) {
    const content = readFileSync(`workspace/files/${name}`)
    writeFileSync(`${dir}/files/${name}`, content)
    const hash = createHash('sha256').update(content).digest('hex')
    files[attachment(name)] = { file: `files/${name}`, hash, type: 'image/webp', width: 1600, height: 900 }
  }
  // The order of the database is that of the creation of its rows.
  let count = 0
  const makePost = (title: string, cells: Record<string, Cell>, more: PostParts = {}): PageNode => {
    const created = new Date(Date.UTC(2018, 0, ++count)).toISOString().slice(0, 10)
    return createPost(title, cells, { ...more, created })
  }
  const undated = makePost('Undated', {})
  const dated = Array.from({ length: posts }, (_, at) => {
    const day = new Date(Date.UTC(2025, 0, 1 - at)).toISOString().slice(0, 10)
    const picture = attachment(PICTURES[at % PICTURES.length] ?? '')
    // A third of them have a cover, a third a picture in the text, and the others none.
    const [cover, body] = [at % 3 === 0 ? picture : undefined, at % 3 === 1 ? [image(picture)] : []]
    return makePost(`Post ${at + 1}`, { date: date(day) }, { cover, body })
  })
  const rows = [
    undated,
    ...dated,
    makePost('Pinned', { date: date('2019-01-01'), Pinned: true, tags: ['Sea', LONG_TAG] }),
    makePost('Locked', { date: date('2020-01-01'), password: SECRET }),
    makePost('Tomorrow', { date: date('2999-01-01') }),
    makePost(`${SECRET} draft`, { status: 'Draft' }),
    makePost(`${SECRET} quiet`, { status: 'Invisible' }),
    makePost('About', { type: 'Page', slug: 'about' }),
  ]
  const blog = database('Posts', { key: 'posts', schema: SCHEMA, views: [view], rows, fullPage: isDatabase })
  const built = buildWorkspace(page('Harbour', { key: 'home' }, [text('Before the posts'), blog, text('After')]), {
    files,
  })
  if (isDatabase) built.manifest.root = databaseId('posts')
  writeWorkspace(dir, built)
  return dir
}

interface PostParts {
  cover?: string
  body?: PageNode['children']
}

function createPost(
  title: string,
  cells: Record<string, Cell>,
  { cover, body = [], created }: PostParts & { created: string },
): PageNode {
  const all = {
    ...{ type: 'Post', status: 'Published', summary: `Summary of ${title}`, category: 'Harbour', tags: ['Sea'] },
    ...cells,
  }
  return row(title, all, [text(`${title}. ${PROSE}`), ...body], { key: title, cover, created })
}
