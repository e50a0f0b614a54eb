import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, test } from 'vitest'
import { art } from '@/cli/sample/files'
import { pageId } from '@/cli/sample/ids'
import { findDifferingFiles } from '@/cli/sample/output'
import type { StoredMap } from '@/cli/sample/record-maps'
import type { StoredBlock } from '@/cli/sample/records'
import { sampleWorkspace } from '@/cli/sample/workspace'
import { ROUTES } from '@/lib/routes'
import { isReserved } from '@/lib/site/paths'
import type { RichText } from '@/lib/workspace/record-map'
import * as lists from './lists'

const dir = fileURLToPath(new URL('../../../workspace', import.meta.url))
const built = sampleWorkspace()
const maps = [...built.pages]

const getValues = <T>(records: Record<string, { value: T }>): T[] => Object.values(records).map(({ value }) => value)
const readAll = <T>(read: (map: StoredMap) => T[]): T[] => maps.flatMap(([, map]) => read(map))

const blocks = new Map(readAll((map) => getValues(map.block)).map((block) => [block.id, block]))
const views = readAll((map) => getValues(map.collection_view))
const collections = readAll((map) => getValues(map.collection))
const texts: RichText[] = [...blocks.values()].flatMap(({ properties }) => Object.values(properties ?? {}))
const formats = texts.flat().flatMap(([, each]) => each ?? [])
const getKeys = (objects: (object | undefined)[]): string[] => objects.flatMap((object) => Object.keys(object ?? {}))

const findMissing = (wanted: string[], found: Iterable<string>): string[] => {
  const existing = new Set(found)
  return wanted.filter((name) => !existing.has(name))
}

describe('the committed sample workspace', () => {
  it('equals the output of cli/sample', () => {
    expect(findDifferingFiles(dir, built), 'run `npx tsx cli/sample/write.ts`').toEqual([])
  })

  it('contains all files of its manifest, unchanged and small', () => {
    const sizes = Object.values(built.manifest.files).map(({ file, hash, type }) => {
      const content = readFileSync(path.join(dir, file))
      expect(createHash('sha256').update(content).digest('hex'), file).toBe(hash)
      if (type.startsWith('image/')) expect(content.length, file).toBeLessThanOrEqual(40_000)
      return statSync(path.join(dir, file)).size
    })
    expect(sizes.length).toBeGreaterThanOrEqual(12)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(600_000)
  })
})

test('the handbook lists the reserved first segments of addresses', () => {
  const plain = texts.map((text) => text.map(([piece]) => piece).join(''))
  const listed = plain.find((text) => text.startsWith('index  404'))?.split(/\s+/) ?? []
  const segments = ROUTES.flatMap(({ segment, mayBePage }) => (mayBePage ? [] : segment.split('/')))
  const reserved = new Set(segments.filter((segment) => isReserved(segment) && /^[a-z-]+$/.test(segment)))
  expect(listed.toSorted()).toEqual(['404', 'index', ...reserved].toSorted())
})

describe('the sample workspace contains', () => {
  it.each([
    ['every block type', lists.SAMPLE_BLOCK_TYPES, [...blocks.values()].map(({ type }) => type)],
    ['every format field of blocks', lists.BLOCK_FORMATS, getKeys([...blocks.values()].map(({ format }) => format))],
    [
      'every property of blocks',
      lists.BLOCK_PROPERTIES,
      getKeys([...blocks.values()].map(({ properties }) => properties)),
    ],
    ['every inline format', lists.INLINE_FORMATS, formats.map(([kind]) => kind)],
    [
      'every type of date',
      lists.DATE_TYPES,
      formats.flatMap(([kind, value]) => (kind === 'd' ? [getType(value)] : [])),
    ],
    [
      'every property type',
      lists.PROPERTY_TYPES,
      collections.flatMap(({ schema }) => Object.values(schema).map(({ type }) => String(type))),
    ],
    ['every view type', lists.SAMPLE_VIEWS, views.map(({ type }) => type)],
    ['every format field of views', lists.VIEW_FORMATS, getKeys(views.map(({ format }) => format))],
    ['every format field of collections', lists.COLLECTION_FORMATS, getKeys(collections.map(({ format }) => format))],
  ])('%s', (_, wanted, found) => {
    expect(findMissing(wanted, found)).toEqual([])
  })

  it('a value for every type of editable property', () => {
    const filled = collections.flatMap(({ schema }) =>
      Object.entries(schema)
        .filter(([, { type }]) => !/^(formula|rollup|created|last_edited)/.test(String(type)))
        .filter(([id]) => [...blocks.values()].some(({ properties }) => properties?.[id]))
        .map(([, { type }]) => String(type)),
    )
    const stored = lists.PROPERTY_TYPES.filter((type) => !/^(formula|rollup|created|last_edited)/.test(type))
    expect(findMissing(stored, filled)).toEqual([])
  })

  it('views with and without stored results', () => {
    const shown = new Set(readAll((map) => getValues(map.collection_view)).map(({ id }) => id))
    const withResults = new Set(
      readAll((map) => Object.values(map.collection_query)).flatMap((each) => Object.keys(each)),
    )
    expect(withResults.size).toBeGreaterThan(0)
    expect(withResults.size).toBeLessThan(shown.size)
  })
})

describe('the sample workspace', () => {
  it('has at least 25 pages, each in its own file', () => {
    expect(maps.length).toBeGreaterThanOrEqual(25)
    for (const [id, map] of maps) expect(map.block[id]?.value.id).toBe(id)
  })

  it('contains no references to missing pages, blocks or files', () => {
    const dangling = formats.flatMap(([kind, value]) => {
      if ((kind === 'p' || kind === 'eoi') && !blocks.has(String(value))) return [`${kind} ${value}`]
      const inside = kind === 'a' && /^\/([0-9a-f]{32})$/.exec(String(value))
      return inside && ![...blocks.keys()].some((id) => id.replaceAll('-', '') === inside[1]) ? [`a ${value}`] : []
    })
    const pointers = [...blocks.values()].flatMap(({ format }) => [
      getId(format?.alias_pointer),
      getId(format?.transclusion_reference_pointer),
    ])
    dangling.push(...pointers.filter((id) => id !== undefined).filter((id) => !blocks.has(id)))
    const addresses = readAll((map) =>
      [...JSON.stringify(map).matchAll(/attachment:[^"\\]+/g)].map(([address]) => address),
    )
    dangling.push(...addresses.filter((address) => !built.manifest.files[address]))
    expect(dangling).toEqual([])
  })

  it('loads nothing from other sites, except on the page about embeds', () => {
    const findAddresses = (block: StoredBlock) =>
      [block.properties?.source?.[0]?.[0], ...loaded.map((field) => block.format?.[field])].filter(
        (address) => typeof address === 'string' && address.startsWith('http'),
      )
    const pages = maps
      .filter(([id]) => id !== pageId('embeds'))
      .filter(([, map]) => getValues(map.block).some((block) => findAddresses(block).length > 0))
    expect(pages.map(([id]) => id)).toEqual([])
  })

  it('contains only the names of people', () => {
    const people = readAll((map) => getValues(map.notion_user))
    expect(new Set(people.map(({ name }) => name)).size).toBe(2)
    for (const person of people) {
      expect(Object.keys(person).sort()).toEqual([
        'family_name',
        'given_name',
        'id',
        'name',
        'profile_photo',
        'version',
      ])
      expect(person.profile_photo).toBe('')
    }
  })

  it('has previews of its pictures by the addresses in the blocks', () => {
    const home = built.pages.get(built.manifest.root)
    expect(home?.preview_images[art('cover-home.webp')]?.dataURIBase64).toMatch(/^data:image\/webp;base64,/)
  })

  it('has a draft, a scheduled row and a members-only row in the journal', () => {
    const journal = collections.find(({ name }) => name[0]?.[0] === 'Journal')
    const getColumn = (name: string) =>
      Object.entries(journal?.schema ?? {}).find(([, property]) => property.name === name)?.[0] ?? ''
    const rows = [...blocks.values()].filter(({ parent_id }) => parent_id === journal?.id)
    const getCells = (name: string) => rows.map(({ properties }) => JSON.stringify(properties?.[getColumn(name)] ?? ''))
    expect(rows.length).toBeGreaterThanOrEqual(8)
    expect(getCells('Status').filter((cell) => cell.includes('Draft'))).toHaveLength(1)
    expect(getCells('Access').filter((cell) => cell.includes('Members'))).toHaveLength(1)
    expect(getCells('Publish at').filter((cell) => cell.includes('2099'))).toHaveLength(1)
  })

  it('restricts the members page with the table on the root page', () => {
    const tables = getValues(built.pages.get(built.manifest.root)?.block ?? {}).filter(({ type }) => type === 'table')
    const rows = tables.flatMap(({ content = [] }) => content.map((id) => blocks.get(id)?.properties ?? {}))
    expect(rows.map((cells) => Object.values(cells).flat())).toEqual([
      [['Page'], ['Access']],
      [['‣', [['p', pageId('members-room')]]], ['Members']],
    ])
  })
})

const loaded = ['display_source', 'page_cover', 'page_icon', 'bookmark_icon', 'bookmark_cover']

const getId = (pointer: unknown): string | undefined =>
  pointer && typeof pointer === 'object' && 'id' in pointer ? String(pointer.id) : undefined

function getType(value: unknown): string {
  return value && typeof value === 'object' && 'type' in value ? String(value.type) : ''
}
