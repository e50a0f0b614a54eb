import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { synced, syncedCopy, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { databaseId, pageId } from '@/cli/sample/ids'
import { date } from '@/cli/sample/inline'
import { marked } from '@/cli/sample/markup'
import type { Cell, DatabaseNode, Node, ViewSpec } from '@/cli/sample/nodes'
import { differingFiles, writeWorkspace } from '@/cli/sample/output'
import { database, linkedDatabase, page, row } from '@/cli/sample/pages'
import { p } from '@/cli/sample/prose'
import { SampleError } from '@/cli/sample/schema'
import { temporaryFolder } from '../../support/folders'

const build = (...children: Node[]) => buildWorkspace(page('Home', {}, children))
const mapOf = (built: ReturnType<typeof build>, key: string) => built.pages.get(pageId(key))
const idsByText = (built: ReturnType<typeof build>) =>
  Object.fromEntries(
    Object.values(mapOf(built, 'home')?.block ?? {}).map(({ value }) => [value.properties?.title?.[0]?.[0], value.id]),
  )

function proofs(cells: Record<string, Cell>[], views: ViewSpec[], results?: boolean): DatabaseNode {
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
  it('gives a block an id that does not depend on its neighbours', () => {
    const before = idsByText(build(p('One'), p('Two')))
    const after = idsByText(build(p('New'), p('One'), p('Two')))
    expect(after).toMatchObject({ One: before.One, Two: before.Two })
    expect(after.New).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('keeps equal blocks apart', () => {
    const { content } = mapOf(build(p('Same'), p('Same'), p('Same')), 'home')?.block[pageId('home')]?.value ?? {}
    expect(new Set(content).size).toBe(3)
  })

  it('puts a page into a file of its own and only its stub into its parent’s', () => {
    const built = build(page('Child', {}, [p('Inside')]))
    const [inside = ''] = mapOf(built, 'child')?.block[pageId('child')]?.value.content ?? []
    expect(mapOf(built, 'home')?.block[pageId('child')]?.value.content).toEqual([inside])
    expect(mapOf(built, 'home')?.block[inside]).toBeUndefined()
    expect(built.manifest.pages[pageId('child')]?.file).toBe(`pages/${pageId('child')}.json`)
  })

  it('brings along the original of a synced block that another page shows', () => {
    const built = build(page('A', {}, [synced('both', [text('Twice')])]), page('B', {}, [syncedCopy('both')]))
    const shown = Object.values(mapOf(built, 'b')?.block ?? {}).map(({ value }) => value.properties?.title?.[0]?.[0])
    expect(shown).toContain('Twice')
  })

  it('gives a row’s page the collection that its columns are in', () => {
    const built = build(proofs([{ Status: 'Draft' }], [{ type: 'table' }]))
    const rowMap = mapOf(built, 'row-1')
    const parent = rowMap?.block[pageId('row-1')]?.value.parent_id ?? ''
    expect(rowMap?.collection[parent]?.value.name).toEqual([['Proofs']])
    expect(rowMap?.collection_view).toEqual({})
  })

  it('refuses a key that is used twice', () => {
    expect(() => build(page('Twin', {}, []), page('Twin', {}, []))).toThrow(SampleError)
  })

  it.each([
    ['a status that is no option', { Status: 'Nearly' }],
    ['a column that does not exist', { Colour: 'red' }],
    ['a word where a box is ticked', { Clean: 'yes' }],
    ['a day that is only a string', { Date: '2025-01-01' }],
  ])('refuses %s, and names the row or database', (_, cells) => {
    expect(() => build(proofs([cells], [{ type: 'table' }]))).toThrow(/Proofs|row-1/)
  })

  it('refuses a linked view of a database that does not exist', () => {
    expect(() => build(linkedDatabase('nowhere', [{ type: 'table' }]))).toThrow(/nowhere/)
  })
})

describe('stored results', () => {
  const cells: Record<string, Cell>[] = [
    { Status: 'Published', Date: date('2025-01-01'), Clean: true },
    { Status: 'Draft', Date: date('2025-03-01') },
    { Status: 'Published', Date: date('2025-02-01') },
  ]
  const resultOf = (view: ViewSpec, results?: boolean) => {
    const result = Object.values(mapOf(build(proofs(cells, [view], results)), 'home')?.collection_query ?? {})[0]
    return result && Object.values(result)[0]
  }
  const rows = (...numbers: number[]) => numbers.map((number) => pageId(`row-${number}`))

  it('keep what the filter keeps, in the order of the sort', () => {
    const result = resultOf({
      type: 'table',
      sort: [['Date', 'descending']],
      where: [{ column: 'Status', operator: 'status_is', value: 'Published' }],
    })
    expect(result).toMatchObject({ collection_group_results: { blockIds: rows(3, 1), total: 2 } })
  })

  it('need one condition only where any is enough', () => {
    const where = [
      { column: 'Status', operator: 'status_is', value: 'Draft' },
      { column: 'Clean', operator: 'checkbox_is', value: true },
    ]
    expect(resultOf({ type: 'list', any: true, where })).toMatchObject({
      collection_group_results: { blockIds: rows(1, 2) },
    })
  })

  it('hold a result for each column of a board', () => {
    expect(resultOf({ type: 'board', by: 'Status' })).toMatchObject({
      'results:status:Draft': { blockIds: rows(2) },
      'results:status:Published': { blockIds: rows(1, 3) },
      'results:status:uncategorized': { blockIds: [] },
    })
  })

  it('count an empty box as not ticked', () => {
    expect(resultOf({ type: 'table', group: 'Clean' })).toMatchObject({
      'results:checkbox:true': { blockIds: rows(1) },
      'results:checkbox:false': { blockIds: rows(2, 3) },
    })
  })

  it('are left out if the database is configured so', () => {
    expect(resultOf({ type: 'table' }, false)).toBeUndefined()
  })
})

describe('marked', () => {
  it.each([
    ['plain', [['plain']]],
    ['**a** b', [['a', [['b']]], [' b']]],
    [
      '*a `b`*',
      [
        ['a ', [['i']]],
        ['b', [['c'], ['i']]],
      ],
    ],
    ['~~a~~ __b__', [['a', [['s']]], [' '], ['b', [['_']]]]],
    ['$x_1$', [['⁍', [['e', 'x_1']]]]],
    ['`a*b*c`', [['a*b*c', [['c']]]]],
    ['[a](https://example.com/)', [['a', [['a', 'https://example.com/']]]]],
    ['[a](child)', [['a', [['a', `/${pageId('child').replaceAll('-', '')}`]]]]],
    ['[[child]]', [['‣', [['p', pageId('child')]]]]],
    ['[[db:list]]', [['‣', [['p', databaseId('list')]]]]],
  ])('reads %s', (source, pieces) => {
    expect(marked(source)).toEqual(pieces)
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
  ])('%#', (text, value) => {
    expect(text).toEqual([['‣', [['d', value]]]])
  })
})

describe('writeWorkspace', () => {
  it('writes what differingFiles compares, and removes pages that are gone', () => {
    const dir = temporaryFolder()
    const built = build(page('Child', {}, []))
    writeWorkspace(dir, built)
    expect(differingFiles(dir, built)).toEqual([])

    writeFileSync(path.join(dir, built.manifest.pages[pageId('child')]?.file ?? ''), '{}')
    const smaller = build()
    expect(differingFiles(dir, built)).toEqual([`pages/${pageId('child')}.json`])
    expect(differingFiles(dir, smaller)).toContain(`pages/${pageId('child')}.json`)
    writeWorkspace(dir, smaller)
    expect(readdirSync(path.join(dir, 'pages'))).toEqual([`${pageId('home')}.json`])
  })
})
