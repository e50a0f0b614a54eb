import type { Nodes } from 'mdast'
import type { ContainerDirective } from 'mdast-util-directive'
import { date } from '../inline'
import type { BlockNode, Cell, PageNode, PropertySpec } from '../nodes'
import { page, row } from '../pages'
import { readBlocks } from './blocks'
import { type PropertyValue, pageSchema, parseData } from './data'
import { Directive } from './directive'
import { type Document, fail, getSource, parseMarkdown } from './document'
import { readInlineString } from './inline'

/** Splits a file. In the body, spaces replace the front matter, so that lines have the same numbers. */
function splitFrontMatter(text: string): { data: string; body: string } {
  const [front = '', data = ''] = /^---\n([\s\S]*?\n)---\n/.exec(text) ?? []
  return { data: `\n${data}`, body: front.replace(/[^\n]/g, ' ') + text.slice(front.length) }
}

const isAttached = (node: Nodes): node is ContainerDirective =>
  node.type === 'containerDirective' && node.name === 'attached'

/** Reads the external objects that the text mentions, but that are not part of the content. */
function readAttached(document: Document, node: ContainerDirective): BlockNode[] {
  const directive = new Directive(document, node)
  directive.close()
  return readBlocks(document, directive.content()).map((block) =>
    block.node === 'block' ? block : directive.fail('Pages and databases cannot be attached.'),
  )
}

function findPerson(document: Document, key: string) {
  return document.library.findPerson(key) ?? fail(document, {}, `There is no person “${key}”.`)
}

/** Reads a page with the pages that it contains. A row has values for the columns of its database. */
export function readPage(document: Document, key: string, columns?: Record<string, PropertySpec>): PageNode {
  const { data, body } = splitFrontMatter(document.text)
  const { title, icon, cover, by, properties, ...rest } = parseData(document.path, data, pageSchema)
  const nodes = parseMarkdown(body).children
  const attached = nodes.filter(isAttached).flatMap((node) => readAttached(document, node))
  const options = {
    ...rest,
    key,
    ...(icon && { icon: getSource(document, {}, icon) }),
    ...(cover && { cover: getSource(document, {}, cover) }),
    ...(by && { by: findPerson(document, by) }),
    ...(attached.length > 0 && { attached }),
  }
  const content = readBlocks(
    document,
    nodes.filter((node) => !isAttached(node)),
  )
  if (!columns) return properties ? fail(document, {}, 'Only rows have properties.') : page(title, options, content)
  const cells = Object.entries(properties ?? {}).map(([name, value]) => [
    name,
    readCell(document, name, columns[name], value),
  ])
  return row(title, Object.fromEntries(cells), content, options)
}

/** Reads the value of a row. The builder reports strings, numbers and lists that do not fit their column. */
function readCell(document: Document, name: string, column: PropertySpec | undefined, value: PropertyValue): Cell {
  const isList = Array.isArray(value)
  if (column?.type === 'text' && typeof value === 'string') return readInlineString(document, value)
  if (column?.type === 'person' && isList) return value.map((key) => findPerson(document, key))
  if (column?.type === 'date' && typeof value === 'string') return date(value)
  if (typeof value !== 'object' || isList) return value
  if (column?.type === 'file') {
    return Object.entries(value).map(([label, source]) => ({ name: label, source: getSource(document, {}, source) }))
  }
  if (column?.type === 'date' && value.start) return date(value.start, value.end, value.zone)
  return fail(document, {}, `The property “${name}” does not fit its column.`)
}
