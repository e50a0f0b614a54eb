import path from 'node:path'
import GithubSlugger from 'github-slugger'
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import * as z from 'zod'
import { bullet, codeBlock, heading, table, text } from '../sample/blocks'
import { attachment, databaseId, keyedBlockId } from '../sample/ids'
import { date, link, pageAddress } from '../sample/inline'
import type { DatabaseNode, Node, PageNode } from '../sample/nodes'
import { database, page, row } from '../sample/pages'
import { readBlocks } from '../sample/reader/blocks'
import type { Content } from '../sample/reader/content'
import { parseData } from '../sample/reader/data'
import { type Document, fail, type Library, type Picture } from '../sample/reader/document'
import { readInline } from '../sample/reader/inline'
import { SampleError } from '../sample/schema'

const SECTIONS = 'docs/sections.yaml'
const DECISIONS = 'docs/decisions'
/** The home page has the key of the handbook's home page, to which the handbook links. */
const ROOT = 'README.md'
const ROOT_KEY = 'home'

const sectionsSchema = z.array(
  z.union([
    z.string(),
    z.strictObject({ title: z.string(), icon: z.string(), about: z.string(), pages: z.array(z.string()) }),
  ]),
)

interface ParsedFile {
  text: string
  title: Nodes & { type: 'heading' }
  nodes: Nodes[]
  /** The texts of headings by anchor. */
  headings: Map<string, string>
}

/** Such as `2026-03-01`. */
export interface Days {
  created: string
  edited: string
}

export interface DocsOptions {
  /** The handbook. */
  content: Content
  /** The texts of Markdown files, and of the list of sections, by path in the project. */
  files: ReadonlyMap<string, string>
  pictures: ReadonlyMap<string, Picture>
  /** By path in the project. */
  days: ReadonlyMap<string, Days>
  /** Returns the text of a file that is not Markdown, and to which a page links. */
  findText(file: string): string | undefined
}

/**
 * Returns the home page of the documentation as a website: the README, with the pages of the handbook and those of the Markdown files
 * below it, in the sections that `docs/sections.yaml` lists. Throws {@link SampleError} with the file and line of unknown Markdown and of a
 * link that leads nowhere, and for a file that is in no section.
 */
export function readDocs({ content, files, pictures, days, findText }: DocsOptions): PageNode {
  const parsed = new Map(
    [...files].filter(([file]) => file.endsWith('.md')).map(([file, text]) => [file, parseFile(file, text, content)]),
  )
  const unused = new Set(parsed.keys())

  const findFile = (file: string): ParsedFile => {
    const found = parsed.get(file) ?? refuse(file)
    unused.delete(file)
    return found
  }

  const findAddress: Library['findAddress'] = (file, anchor) => {
    if (file === DECISIONS) return `/${compact(databaseId(DECISIONS))}`
    const address = parsed.has(file) ? pageAddress(getKey(file)) : undefined
    if (anchor === undefined || address === undefined) return address
    return parsed.get(file)?.headings.has(anchor)
      ? `${address}#${compact(keyedBlockId(getHeadingKey(file, anchor)))}`
      : undefined
  }

  const linkedFiles = new Set<string>()
  /** Returns the content of a file, and pages for the files that are not Markdown and to which it is the first to link. */
  const readContent = (file: string): Node[] => {
    const { text: source, title, nodes, headings } = findFile(file)
    const pages: PageNode[] = []
    const library: Library = {
      ...content,
      findPicture: (name) => pictures.get(name),
      findAddress(name, anchor) {
        const address = findAddress(name, anchor)
        const linkedText = name.endsWith('.md') || anchor !== undefined ? undefined : findText(name)
        if (address !== undefined || linkedText === undefined) return address
        if (!linkedFiles.has(name)) pages.push(createFilePage(name, linkedText))
        linkedFiles.add(name)
        return pageAddress(name)
      },
    }
    const anchors = headings.keys()
    const blocks = [title, ...nodes].flatMap((node) => {
      const read = readBlocks({ path: file, text: source, library }, [node])
      if (node.type !== 'heading') return read
      const key = getHeadingKey(file, anchors.next().value ?? '')
      return read.map((block) => ({ ...block, key }))
    })
    return [...blocks.slice(1), ...pages]
  }
  const getTitle = (file: string) => {
    const { title, text: source } = findFile(file)
    return readInline({ path: file, text: source, library: content }, title.children)
  }

  const readFile = (file: string): PageNode =>
    page(getTitle(file), { key: getKey(file), ...days.get(file) }, readContent(file))

  const readDecision = (file: string): PageNode => {
    const { text: source } = findFile(file)
    const [, decided] = /^- \*\*Date:\*\* (\d{4}-\d{2}-\d{2})/m.exec(source) ?? []
    const [, state] = /^- \*\*Status:\*\* (\w+)/m.exec(source) ?? []
    if (decided === undefined || state === undefined)
      throw new SampleError(`${file}:3: A record needs a date and a status.`)
    return row(getTitle(file), { State: [state], Decided: date(decided) }, readContent(file), {
      key: getKey(file),
      ...days.get(file),
    })
  }

  const readDecisions = (): DatabaseNode =>
    database('Decisions', {
      key: DECISIONS,
      icon: '⚖️',
      fullPage: true,
      schema: {
        Title: { type: 'title' },
        State: { type: 'select', options: { accepted: 'green', superseded: 'gray' } },
        Decided: { type: 'date' },
      },
      // The text begins with both.
      hidden: { State: 'hide', Decided: 'hide' },
      views: [{ type: 'table', widths: { Title: 460, State: 120, Decided: 140 } }],
      rows: [...parsed.keys()].filter((file) => file.startsWith(`${DECISIONS}/`)).map(readDecision),
    })

  const readEntry = (entry: string): Node => {
    if (entry === DECISIONS) return readDecisions()
    const [file = '', anchor] = entry.split('#', 2)
    if (anchor !== undefined) {
      const name = parsed.get(file)?.headings.get(anchor) ?? refuse(entry)
      return bullet(link(name, findAddress(file, anchor) ?? ''))
    }
    if (!file.startsWith('content/')) return readFile(file)
    const key = path.posix.basename(file).replace(/\.\w+$/, '')
    return file.endsWith('.md') ? content.readPage(key) : content.readDatabase(key)
  }

  const sections = parseData(SECTIONS, files.get(SECTIONS) ?? '', sectionsSchema).map((section) =>
    typeof section === 'string'
      ? readEntry(section)
      : page(section.title, { key: `section/${section.title}`, icon: section.icon, ...days.get(SECTIONS) }, [
          text(section.about),
          ...section.pages.map(readEntry),
        ]),
  )
  const root = page(getTitle(ROOT), { key: ROOT_KEY, icon: attachment('mark.png'), ...days.get(ROOT) }, [
    ...readContent(ROOT),
    heading(2, 'All pages'),
    ...sections,
    table([
      ['Setting', 'Look'],
      ['Navigation', 'sidebar'],
    ]),
  ])
  const [rest] = unused
  if (rest !== undefined) throw new SampleError(`${rest} is in no section: add it to ${SECTIONS}.`)
  return root
}

const refuse = (entry: string): never => {
  throw new SampleError(`${SECTIONS}: There is no page ${entry}.`)
}

const compact = (id: string) => id.replaceAll('-', '')
const getKey = (file: string) => (file === ROOT ? ROOT_KEY : file)
const getHeadingKey = (file: string, anchor: string) => `${file}#${anchor}`

/** Parses a file as GitHub does, and finds its title and headings. */
function parseFile(file: string, source: string, library: Library): ParsedFile {
  const document: Document = { path: file, text: source, library }
  const root = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const [title, ...nodes] = root.children
  if (title?.type !== 'heading' || title.depth !== 1)
    return fail(document, title ?? root, 'A page begins with its title.')
  const slugger = new GithubSlugger()
  const names = findHeadings(root)
  nameLanguages(root)
  return { text: source, title, nodes, headings: new Map(names.map((name) => [slugger.slug(name), name])) }
}

const findHeadings = (root: Root): string[] =>
  root.children.flatMap((node) => (node.type === 'heading' ? [toText(node)] : []))

function toText(node: Nodes): string {
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(toText).join('') : ''
}

/** Names the language of code in the words of Notion. Code without a language is plain text. */
function nameLanguages(node: Nodes): void {
  if (node.type === 'code') node.lang = node.lang === 'sh' ? 'bash' : (node.lang ?? 'plain-text')
  if ('children' in node) node.children.forEach(nameLanguages)
}

function createFilePage(file: string, source: string): PageNode {
  return page(path.posix.basename(file), { key: file }, [
    codeBlock(/\.ya?ml$/.test(file) ? 'YAML' : 'Plain Text', source.trimEnd(), file),
  ])
}
