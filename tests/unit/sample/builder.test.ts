import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { synced, syncedCopy, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { pageId } from '@/cli/sample/ids'
import { date } from '@/cli/sample/inline'
import type { Cell, DatabaseNode, Node, ViewSpec } from '@/cli/sample/nodes'
import { findDifferingFiles, writeWorkspace } from '@/cli/sample/output'
import { database, linkedDatabase, page, row } from '@/cli/sample/pages'
import { SampleError } from '@/cli/sample/schema'
import { createTemporaryFolder } from '../../support/folders'

const buildHome = (...children: Node[]) => buildWorkspace(page('Home', {}, children))
const getMap = (built: ReturnType<typeof buildHome>, key: string) => built.pages.get(pageId(key))
const getIdsByText = (built: ReturnType<typeof buildHome>) =>
  Object.fromEntries(
    Object.values(getMap(built, 'home')?.block ?? {}).map(({ value }) => [value.properties?.title?.[0]?.[0], value.id]),
  )

function createProofs(cells: Record<string, Cell>[], views: ViewSpec[], results?: boolean): DatabaseNode {
  return database('Proofs', {
    schema: {
      Name: { type: 'title' },
      Status: { type: 'status', groups: { 'To-do': { Draft: 'gray' }, Complete: { Published: 'green' } } },
      Date: { type: 'date' },
      Clean: { type: 'checkbox' },
    },
    views,
    rows: cells.map((values, index) => row(`Row ${index + 1}`, values)),
    ...(results !== undefined && { results }),
  })
}

describe('buildWorkspace', () => {
  it('creates ids of blocks independently of their neighbors', () => {
    const before = getIdsByText(buildHome(text('One'), text('Two')))
    const after = getIdsByText(buildHome(text('New'), text('One'), text('Two')))
    expect(after).toMatchObject({ One: before.One, Two: before.Two })
    expect(after.New).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('creates different ids for equal blocks', () => {
    const { content } =
      getMap(buildHome(text('Same'), text('Same'), text('Same')), 'home')?.block[pageId('home')]?.value ?? {}
    expect(new Set(content).size).toBe(3)
  })

  it('writes a page to its own file, and only its stub to the file of the parent', () => {
    const built = buildHome(page('Child', {}, [text('Inside')]))
    const [inside = ''] = getMap(built, 'child')?.block[pageId('child')]?.value.content ?? []
    expect(getMap(built, 'home')?.block[pageId('child')]?.value.content).toEqual([inside])
    expect(getMap(built, 'home')?.block[inside]).toBeUndefined()
    expect(built.manifest.pages[pageId('child')]?.file).toBe(`pages/${pageId('child')}.json`)
  })

  it('adds the original of a synced block to every page that shows it', () => {
    const built = buildHome(page('A', {}, [synced('both', [text('Twice')])]), page('B', {}, [syncedCopy('both')]))
    const shown = Object.values(getMap(built, 'b')?.block ?? {}).map(({ value }) => value.properties?.title?.[0]?.[0])
    expect(shown).toContain('Twice')
  })

  it('adds the collection of a row to the file of the row', () => {
    const built = buildHome(createProofs([{ Status: 'Draft' }], [{ type: 'table' }]))
    const rowMap = getMap(built, 'row-1')
    const parent = rowMap?.block[pageId('row-1')]?.value.parent_id ?? ''
    expect(rowMap?.collection[parent]?.value.name).toEqual([['Proofs']])
    expect(rowMap?.collection_view).toEqual({})
  })

  it('throws for a duplicate key', () => {
    expect(() => buildHome(page('Twin', {}, []), page('Twin', {}, []))).toThrow(SampleError)
  })

  it.each([
    ['an unknown status', { Status: 'Nearly' }],
    ['an unknown column', { Color: 'red' }],
    ['a text in a checkbox', { Clean: 'yes' }],
    ['a string as date', { Date: '2025-01-01' }],
  ])('throws for %s an error with the row or database', (_, cells) => {
    expect(() => buildHome(createProofs([cells], [{ type: 'table' }]))).toThrow(/Proofs|row-1/)
  })

  it('throws for a linked view of an unknown database', () => {
    expect(() => buildHome(linkedDatabase('nowhere', [{ type: 'table' }]))).toThrow(/nowhere/)
  })
})

describe('buildWorkspace: stored results', () => {
  const cells: Record<string, Cell>[] = [
    { Status: 'Published', Date: date('2025-01-01'), Clean: true },
    { Status: 'Draft', Date: date('2025-03-01') },
    { Status: 'Published', Date: date('2025-02-01') },
  ]
  const getResult = (view: ViewSpec, results?: boolean) => {
    const result = Object.values(
      getMap(buildHome(createProofs(cells, [view], results)), 'home')?.collection_query ?? {},
    )[0]
    return result && Object.values(result)[0]
  }
  const getRowIds = (...numbers: number[]) => numbers.map((number) => pageId(`row-${number}`))

  it('contain the filtered rows in the order of the sort', () => {
    const result = getResult({
      type: 'table',
      sort: [['Date', 'descending']],
      where: [{ column: 'Status', operator: 'status_is', value: 'Published' }],
    })
    expect(result).toMatchObject({ collection_group_results: { blockIds: getRowIds(3, 1), total: 2 } })
  })

  it('contain rows that match any condition if the view is configured so', () => {
    const where = [
      { column: 'Status', operator: 'status_is', value: 'Draft' },
      { column: 'Clean', operator: 'checkbox_is', value: true },
    ]
    expect(getResult({ type: 'list', any: true, where })).toMatchObject({
      collection_group_results: { blockIds: getRowIds(1, 2) },
    })
  })

  it('contain a result for each column of a board', () => {
    expect(getResult({ type: 'board', by: 'Status' })).toMatchObject({
      'results:status:Draft': { blockIds: getRowIds(2) },
      'results:status:Published': { blockIds: getRowIds(1, 3) },
      'results:status:uncategorized': { blockIds: [] },
    })
  })

  it('treat an empty checkbox as unchecked', () => {
    expect(getResult({ type: 'table', group: 'Clean' })).toMatchObject({
      'results:checkbox:true': { blockIds: getRowIds(1) },
      'results:checkbox:false': { blockIds: getRowIds(2, 3) },
    })
  })

  it('are omitted if the database is configured so', () => {
    expect(getResult({ type: 'table' }, false)).toBeUndefined()
  })
})

describe('date', () => {
  it.each([
    [date('2025-01-02'), { type: 'date', start_date: '2025-01-02' }],
    [date('2025-01-02', '2025-01-03'), { type: 'daterange', start_date: '2025-01-02', end_date: '2025-01-03' }],
    [date('2025-01-02 09:30'), { type: 'datetime', start_date: '2025-01-02', start_time: '09:30' }],
    [
      date('2025-01-02 09:30', '2025-01-02 10:00', 'Asia/Tokyo'),
      {
        type: 'datetimerange',
        start_date: '2025-01-02',
        start_time: '09:30',
        end_date: '2025-01-02',
        end_time: '10:00',
        time_zone: 'Asia/Tokyo',
      },
    ],
  ])('creates the date %#', (text, value) => {
    expect(text).toEqual([['‣', [['d', value]]]])
  })
})

describe('writeWorkspace', () => {
  it('writes the files that findDifferingFiles compares, and removes old pages', () => {
    const dir = createTemporaryFolder()
    const built = buildHome(page('Child', {}, []))
    writeWorkspace(dir, built)
    expect(findDifferingFiles(dir, built)).toEqual([])

    writeFileSync(path.join(dir, built.manifest.pages[pageId('child')]?.file ?? ''), '{}')
    const smaller = buildHome()
    expect(findDifferingFiles(dir, built)).toEqual([`pages/${pageId('child')}.json`])
    expect(findDifferingFiles(dir, smaller)).toContain(`pages/${pageId('child')}.json`)
    writeWorkspace(dir, smaller)
    expect(readdirSync(path.join(dir, 'pages'))).toEqual([`${pageId('home')}.json`])
  })
})
