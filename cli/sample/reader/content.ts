import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { WorkspaceOptions } from '../builder'
import { files, findFile, previews } from '../files'
import { attachment } from '../ids'
import { pageAddress } from '../inline'
import type { DatabaseNode, LinkedDatabaseNode, PageNode, PropertySpec } from '../nodes'
import { database, linkedDatabase } from '../pages'
import { SampleError } from '../schema'
import { databaseSchema, linkedSchema, parseData, workspaceSchema } from './data'
import { type Document, getSource, type Library } from './document'
import { readPage } from './page'

/**
 * Returns the texts of pages in Markdown and databases in YAML, by path in the project. By default, the folder is that of
 * the sample, in the folder of the project, in which all commands and tests run.
 */
export function readContentFiles(folder = 'content'): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(md|yaml)$/.test(name))
  return new Map(
    names.map((name) => [`content/${name.replaceAll(path.sep, '/')}`, readFileSync(path.join(folder, name), 'utf8')]),
  )
}

/** A workspace in the form that the builder reads. A key is the name of a file without its extension. */
export interface Content extends Library {
  /** Returns the page that contains all others. Throws if a file is not part of it. */
  readRoot(): PageNode
  options: WorkspaceOptions
}

/** Reads a workspace from the texts of its files. Throws SampleError with the file and line of what is invalid. */
export function readContent(texts: ReadonlyMap<string, string>): Content {
  const paths = new Map([...texts.keys()].map((name) => [path.posix.basename(name), name]))
  const hidden = [...texts.keys()].find((name) => paths.get(path.posix.basename(name)) !== name)
  if (hidden !== undefined) throw new SampleError(`Another file in content has the name of ${hidden}.`)
  const unused = new Set(texts.keys())

  const open = (name: string): Document => {
    const found = paths.get(name)
    if (found === undefined) throw new SampleError(`content contains no file ${name}.`)
    unused.delete(found)
    return { path: found, text: texts.get(found) ?? '', library }
  }

  const reading = new Set<string>()
  const readPageFile = (key: string, columns?: Record<string, PropertySpec>): PageNode => {
    const document = open(`${key}.md`)
    if (reading.has(key)) throw new SampleError(`${document.path} contains itself.`)
    reading.add(key)
    const page = readPage(document, key, columns)
    reading.delete(key)
    return page
  }

  const readDatabase = (key: string): DatabaseNode | LinkedDatabaseNode => {
    const document = open(`${key}.yaml`)
    const { text, path: file } = document
    if (/^database:/m.test(text)) {
      const linked = parseData(file, text, linkedSchema)
      return linkedDatabase(linked.database, linked.views, linked.hideName)
    }
    const { name: title, icon, cover, rows, ...rest } = parseData(file, text, databaseSchema)
    const missing = rows.find((row) => !library.hasPage(row))
    if (missing !== undefined) throw new SampleError(`${file}: There is no page “${missing}”.`)
    return database(title, {
      ...rest,
      key,
      ...(icon && { icon: getSource(document, {}, icon) }),
      ...(cover && { cover: getSource(document, {}, cover) }),
      rows: rows.map((row) => readPageFile(row, rest.schema)),
    })
  }

  const library: Library = {
    hasPage: (key) => paths.has(`${key}.md`),
    hasDatabase: (key) => paths.has(`${key}.yaml`),
    findAddress: (file, anchor) =>
      anchor === undefined && file.endsWith('.md') && texts.has(file)
        ? pageAddress(path.posix.basename(file, '.md'))
        : undefined,
    findPicture: (file) => {
      const name = path.posix.basename(file)
      const known = file === `workspace/files/${name}` ? findFile(name) : undefined
      return known && { source: attachment(name), ...known }
    },
    readPage: readPageFile,
    readDatabase,
    findPerson: (key) => people.get(key),
  }

  const { root, ...workspace } = parseData('content/workspace.yaml', open('workspace.yaml').text, workspaceSchema)
  const people = new Map(Object.entries(workspace.people).map(([key, names]) => [key, { key, ...names }]))
  const emojis = Object.entries(workspace.emojis).map(([key, picture]) => [key, attachment(picture)])
  return {
    ...library,
    readRoot() {
      const page = library.readPage(root)
      const [rest] = unused
      if (rest !== undefined) throw new SampleError(`${rest} is in no page and no database.`)
      return page
    },
    options: { users: [...people.values()], emojis: Object.fromEntries(emojis), files, previews },
  }
}
