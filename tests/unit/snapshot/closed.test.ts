import { rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { SnapshotError } from '@/lib/snapshot/store'
import { expectConsole } from '../../support/console'
import { createId } from '../../support/records'
import { createRawMap, createSourceManifest, pageFile, workspace } from './support'

describe('prepareSite', () => {
  it('does not publish pages inside trashed blocks, even without a root page', async () => {
    const map = createRawMap({ A: 'a', B: 'b', Lost: 'lost' })
    const toggle = {
      id: createId('toggle'),
      type: 'toggle',
      alive: false,
      parent_id: createId('A'),
      parent_table: 'block',
    }
    map.block[createId('toggle')] = { value: toggle }
    const lost = (map.block[createId('Lost')] as { value: Record<string, unknown> }).value
    Object.assign(lost, { parent_id: createId('toggle'), parent_table: 'block' })
    const { index } = await workspace({ 'all.json': map }).prepare()
    expect(index.pages.map(({ title }) => title).sort()).toEqual(['A', 'B'])
  })

  it('reads the root page from a Notion URL', async () => {
    const files = { [pageFile('A')]: createRawMap({ A: 'a' }), [pageFile('B')]: createRawMap({ B: 'b' }) }
    const hex = createId('B').replaceAll('-', '')
    for (const address of [
      `https://www.notion.so/space/B-${hex}?pvs=4`,
      `https://space.notion.site/Decade-${hex}`,
      hex,
    ]) {
      const { index } = await workspace(files, { NOTION_ROOT_PAGE: address }).prepare()
      expect(index.pages.map(({ title }) => title)).toEqual(['B'])
    }
    expect(() => workspace(files, { NOTION_ROOT_PAGE: `https://example.com/B-${hex}` })).toThrow(/NOTION_ROOT_PAGE/)
  })

  it('separates the state of two root pages of one folder', async () => {
    const source = workspace({ [pageFile('A')]: createRawMap({ A: 'a' }), [pageFile('B')]: createRawMap({ B: 'b' }) })
    const [a, b] = ['A', 'B'].map((name) => ({ ...source.env, rootPage: name, rootId: createId(name) }))
    if (a === undefined || b === undefined) throw new Error('two environments are needed')
    await prepareSite(a, 0)
    await prepareSite(b, 0)
    expect((await readSavedIndex(openWorkingCopy(a)))?.name).toBe('A')
  })

  it('rebuilds a missing index even if nothing changed', async () => {
    const source = workspace({ [pageFile('A')]: createRawMap({ A: 'a' }) })
    await source.prepare()
    rmSync(path.join(openWorkingCopy(source.env).dir, 'index.json.gz'))
    expectConsole(/^error: .*index.json.gz is missing or damaged: it is rebuilt/)
    expect((await source.prepare()).index.name).toBe('A')
  })

  it('uses the newest copy of a collection, which can close its rows', async () => {
    const schema = { title: { name: 'Name', type: 'title' }, old: { name: 'Old', type: 'text' } }
    const closing = { title: { name: 'Name', type: 'title' }, open: { name: 'Public', type: 'checkbox' } }
    const createMapWithRows = (version: number, schema: object) => {
      const map = createRawMap({ A: 'a', Row: 'r' })
      const value = {
        id: createId('Rows'),
        version,
        name: [['Rows']],
        parent_id: createId('A'),
        parent_table: 'block',
        schema,
      }
      Object.assign(map.collection, { [createId('Rows')]: { value } })
      const row = (map.block[createId('Row')] as { value: Record<string, unknown> }).value
      Object.assign(row, { parent_id: createId('Rows'), parent_table: 'collection' })
      return map
    }
    const source = workspace({
      'a.json': createMapWithRows(1, schema),
      'b.json': createMapWithRows(2, closing),
      'c.json': createMapWithRows(1, schema),
    })
    const { index } = await source.prepare()
    expect(index.pages.find(({ title }) => title === 'Row')?.access.kind).toBe('unpublished')
  })

  it('ignores its own state folder and reports broken links', async () => {
    const source = workspace({ [pageFile('A')]: createRawMap({ A: 'a' }) })
    const env = { ...source.env, stateDir: path.join(source.folder, 'state') }
    symlinkSync(path.join(source.folder, 'nowhere.json'), path.join(source.folder, 'link.json'))
    await prepareSite(env, 0)
    const { problems, changed } = await prepareSite(env, 0)
    expect(problems.map(({ file }) => file)).toEqual(['link.json'])
    expect(changed).toBe(false)
  })

  it('throws a one-line error if it cannot write', async () => {
    const source = workspace({ [pageFile('A')]: createRawMap({ A: 'a' }), 'taken.txt': '' })
    const env = { ...source.env, stateDir: path.join(source.folder, 'taken.txt') }
    await expect(prepareSite(env, 0)).rejects.toThrow(/^Cannot write to [^\n]+STATE_DIR[^\n]+$/)
  })

  it('publishes the files of own blocks and collections, but not those of synced blocks of other pages', async () => {
    const fileNames = ['own.png', 'borrowed.png', 'icon.png']
    const files = Object.fromEntries(
      fileNames.map((name) => [`attachment:${createId(name)}:${name}`, { file: name, type: 'image/png' }]),
    )
    const getSource = (name: string) => `attachment:${createId(name)}:${name}`
    const map = createRawMap({ A: 'a' })
    const createImage = (name: string, parent: string) => ({
      value: {
        ...{ id: createId(name), type: 'image', alive: true, parent_id: createId(parent), parent_table: 'block' },
        properties: { source: [[getSource(name)]] },
      },
    })
    const pointer = { transclusion_reference_pointer: { id: createId('container'), table: 'block' } }
    Object.assign(map.block, {
      [createId('own.png')]: createImage('own.png', 'A'),
      [createId('reference')]: {
        value: {
          id: createId('reference'),
          type: 'transclusion_reference',
          alive: true,
          parent_id: createId('A'),
          parent_table: 'block',
          format: pointer,
        },
      },
      [createId('container')]: {
        value: {
          id: createId('container'),
          type: 'transclusion_container',
          alive: true,
          parent_id: createId('B'),
          parent_table: 'block',
          content: [createId('borrowed.png')],
        },
      },
      [createId('borrowed.png')]: createImage('borrowed.png', 'container'),
    })
    const top = (map.block[createId('A')] as { value: { content: string[] } }).value
    top.content.push(createId('own.png'), createId('reference'))
    const rows = {
      id: createId('Rows'),
      name: [['Rows']],
      icon: getSource('icon.png'),
      parent_id: createId('A'),
      parent_table: 'block',
      schema: {},
    }
    Object.assign(map.collection, { [createId('Rows')]: { value: rows } })
    const source = workspace({
      'manifest.json': createSourceManifest('A', ['A'], files),
      [`pages/${pageFile('A')}`]: map,
      ...Object.fromEntries(fileNames.map((name) => [name, name])),
    })
    const site = new Site((await source.prepare()).index)
    const entries = (await openWorkingCopy(source.env).manifest())?.files ?? {}
    const served = fileNames.filter((name) => site.showsFile(entries[getSource(name)]?.hash ?? '', PUBLIC))
    expect(served).toEqual(['own.png', 'icon.png'])
  })

  it('rejects a folder whose manifest cannot be read', async () => {
    const source = workspace({ 'manifest.json/in-the-way.txt': '', [pageFile('A')]: createRawMap({ A: 'a' }) })
    await expect(source.prepare()).rejects.toThrow(SnapshotError)
  })
})
