import { statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createDocs } from '@/cli/docs/create-docs'
import { databaseId, keyedBlockId, pageId } from '@/cli/sample/ids'
import { pageAddress } from '@/cli/sample/inline'
import { sampleWorkspace } from '@/cli/sample/workspace'
import { HANDBOOK_PAGES, HANDBOOK_ROOT } from '@/lib/formats/handbook'
import { isReserved, toPath } from '@/lib/site/paths'
import { readDocuments } from '@/tests/support/documents'

const DECISIONS = 'docs/decisions'

const { built, pictures } = await createDocs()
const pages = [...built.pages]
const { pages: sample } = sampleWorkspace()
const readBlocks = (id: string) => Object.values(built.pages.get(id)?.block ?? {}).map(({ value }) => value)
const isSeparate = ({ type }: { type: string }) => type === 'page' || type === 'collection_view_page'
const readTitle = (id: string) => {
  const block = built.pages.get(id)?.block[id]?.value
  const collection = Object.values(built.pages.get(id)?.collection ?? {}).find(({ value }) => value.parent_id === id)
  return (block?.properties?.title ?? collection?.value.name ?? []).map(([text]) => text).join('')
}
const toId = (compact: string) => compact.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** The links to pages and headings in the texts of a page. */
function listLinks(id: string): string[] {
  const texts = readBlocks(id).flatMap((block) =>
    block.id === id || !isSeparate(block) ? Object.values(block.properties ?? {}) : [],
  )
  return texts
    .flat()
    .flatMap(([, formats = []]) =>
      formats.flatMap(([kind, value]) =>
        kind === 'a' && typeof value === 'string' && value.startsWith('/') ? [value] : [],
      ),
    )
}

test('links lead to pages of the website and to headings on them', () => {
  const links = pages.flatMap(([id]) => listLinks(id))
  const broken = links.filter((link) => {
    const [page = '', heading] = link.slice(1).split('#', 2).map(toId)
    return (
      !built.pages.has(page) ||
      (heading !== undefined && !readBlocks(page).some(({ id, type }) => id === heading && /header/.test(type)))
    )
  })
  expect(broken).toEqual([])
})

/** Returns the address at which the website shows the target of a relative link. */
function getAddress(file: string, link: string): string {
  const [target = '', anchor] = link.split('#', 2)
  const name = target === '' ? file : path.posix.join(path.posix.dirname(file), target).replace(/\/$/, '')
  if (name === DECISIONS) return `/${toCompact(databaseId(DECISIONS))}`
  const address = pageAddress(getKey(name))
  return anchor === undefined ? address : `${address}#${toCompact(keyedBlockId(`${name}#${anchor}`))}`
}
const toCompact = (id: string) => id.replaceAll('-', '')
const getKey = (file: string) => (file === 'README.md' ? 'home' : file)

test('each relative link of the Markdown files is a link of the website', () => {
  const documents = readDocuments().filter(({ file }) => !file.startsWith('.github/'))
  const missing = documents.flatMap(({ file, links }) => {
    const relative = links.filter((link) => !/^[a-z]+:/.test(link) && !link.endsWith('.webp'))
    const found = listLinks(pageId(getKey(file)))
    return relative.filter((link) => !found.includes(getAddress(file, link))).map((link) => `${file}: ${link}`)
  })
  expect(documents.length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})

test('the handbook is part of the website, except for pages that only members may read', () => {
  const names = [...sample.keys()].filter((id) => !built.pages.has(id))
  expect(names).toEqual(expect.arrayContaining(['members-room', 'minutes-spring'].map(pageId)))
  expect(names).toHaveLength(2)
})

test('pages have addresses of their own, and findings lead to the pages of the handbook', () => {
  const paths = pages.map(([id]) => toPath(readTitle(id)))
  const added = pages.filter(([id]) => !sample.has(id)).map(([id]) => toPath(readTitle(id)))
  expect(built.manifest.root).toBe(HANDBOOK_ROOT)
  expect(added.filter((path) => isReserved(path) || paths.indexOf(path) !== paths.lastIndexOf(path))).toEqual([])
  expect(paths).toEqual(expect.arrayContaining(Object.values(HANDBOOK_PAGES)))
})

test('each picture is small, and described with its type and size', () => {
  expect(pictures.size).toBeGreaterThan(5)
  for (const name of pictures.values()) expect(statSync(name).size, name).toBeLessThan(60_000)
  const described = Object.values(built.manifest.files).filter(({ file }) => pictures.has(file))
  expect(described).toHaveLength(pictures.size)
  for (const { type, width } of described) expect([type, width]).toEqual(['image/webp', expect.any(Number)])
})
