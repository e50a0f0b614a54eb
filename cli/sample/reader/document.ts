import type { Nodes, Root } from 'mdast'
import { directiveFromMarkdown } from 'mdast-util-directive'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { mathFromMarkdown } from 'mdast-util-math'
import { directive } from 'micromark-extension-directive'
import { gfm } from 'micromark-extension-gfm'
import { math } from 'micromark-extension-math'
import { findFile } from '../files'
import { attachment } from '../ids'
import type { User } from '../inline'
import type { DatabaseNode, LinkedDatabaseNode, PageNode } from '../nodes'
import { SampleError } from '../schema'

/** What documents refer to by name. A page or database is read where a document contains it, not where one names it. */
export interface Library {
  hasPage(key: string): boolean
  hasDatabase(key: string): boolean
  /** Returns the address of the page with this path in the project, or of its heading with this anchor. */
  findAddress(path: string, anchor?: string): string | undefined
  /** Returns the picture with this path in the project. */
  findPicture(path: string): Picture | undefined
  readPage(key: string): PageNode
  readDatabase(key: string): DatabaseNode | LinkedDatabaseNode
  findPerson(key: string): User | undefined
}

export interface Picture {
  /** Its address in blocks. */
  source: string
  width?: number
  height?: number
}

/** A Markdown or YAML file, by its path in the project. */
export interface Document {
  path: string
  text: string
  library: Library
}

/** Throws an error with the file and line of a node. */
export function fail({ path }: Document, node: Pick<Nodes, 'position'>, problem: string): never {
  throw new SampleError(`${path}:${node.position?.start.line ?? 1}: ${problem}`)
}

/** Parses Markdown with tables, tasks, equations and directives. */
export function parseMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, {
    extensions: [gfm(), math(), directive()],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown(), directiveFromMarkdown()],
  })
}

/** Returns the address of a picture or file: of a file of the workspace by its name, or else the value itself. */
export function getSource(document: Document, node: Pick<Nodes, 'position'>, value: string): string {
  if (!/^[\w-]+\.\w+$/.test(value)) return value
  if (!findFile(value)) fail(document, node, `There is no file workspace/files/${value}: draw it in cli/sample/art.`)
  return attachment(value)
}
