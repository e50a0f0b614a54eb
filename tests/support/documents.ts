import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import GithubSlugger from 'github-slugger'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/** The references of a Markdown document. */
export interface Document {
  file: string
  /** Targets of links and pictures. */
  links: string[]
  /** Inline code. */
  spans: string[]
  /** Code blocks. */
  blocks: string[]
  /** Fragments that links to the document may have. */
  anchors: Set<string>
}

const FOLDERS = ['.', '.github', 'docs', 'docs/decisions']
const HANDBOOK = 'content'
/** The first column of its tables lists settings of other projects. */
const MIGRATING = 'docs/migrating.md'

/** Returns all Markdown files of the project. */
export function readDocuments(): Document[] {
  documents ??= parseDocuments()
  return documents
}

/** Cached, because parsing takes seconds. */
let documents: Document[] | undefined

function parseDocuments(): Document[] {
  const files = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
  return files.filter((file) => file.endsWith('.md')).map((file) => readMarkdown(file, readFileSync(file, 'utf8')))
}

/** Returns the files of the handbook. */
export function readHandbook(): Document[] {
  const files = readdirSync(HANDBOOK, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  return files.map((name) => readMarkdown(`${HANDBOOK}/${name}`, readFileSync(`${HANDBOOK}/${name}`, 'utf8')))
}

/** Parses a Markdown file as GitHub does. */
export function readMarkdown(file: string, text: string): Document {
  const document: Document = { file, links: [], spans: [], blocks: [], anchors: new Set() }
  const slugger = new GithubSlugger()
  const visit = (node: Nodes): void => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') document.links.push(node.url)
    else if (node.type === 'inlineCode') document.spans.push(node.value)
    else if (node.type === 'code') document.blocks.push(node.value)
    else if (node.type === 'heading') document.anchors.add(slugger.slug(toText(node)))
    if (!('children' in node)) return
    const isForeign = node.type === 'tableRow' && file === MIGRATING
    for (const child of isForeign ? node.children.slice(1) : node.children) visit(child)
  }
  visit(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }))
  return document
}

function toText(node: Nodes): string {
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(toText).join('') : ''
}
