import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { Site } from '@/lib/site/site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { FilesStore } from '@/lib/snapshot/files-store'
import { SnapshotError } from '@/lib/snapshot/store'
import { toPlainText } from '@/lib/workspace/text'
import { expectConsole } from '../../support/console'
import { createTemporaryFolder, writeFiles } from '../../support/folders'
import { createId } from '../../support/records'
import { createRawMap, createSourceManifest, pageFile, workspace } from './support'

async function readText({ env }: ReturnType<typeof workspace>, name: string): Promise<string> {
  const store = openWorkingCopy(env)
  const hash = (await store.manifest())?.pages[createId(name)] ?? ''
  const page = await store.page(createId(name), hash)
  return toPlainText(page.blocks[createId(`${name} body`)]?.properties.title ?? [])
}

describe('prepareSite with a workspace folder', () => {
  it('creates the same site from one file per page, raw responses or one large map', async () => {
    const parents = { B: 'A' }
    const single = workspace({
      [pageFile('A')]: createRawMap({ A: 'one' }),
      [pageFile('B')]: createRawMap({ B: 'two' }, parents),
    })
    const responses = workspace({
      'a.json': { recordMap: createRawMap({ A: 'one' }) },
      'deep/er/b.json': { recordMap: createRawMap({ B: 'two' }, parents) },
    })
    const big = workspace({
      'all.json': { rootPageId: createId('A'), recordMap: createRawMap({ A: 'one', B: 'two' }, parents) },
    })
    for (const each of [single, responses, big]) {
      const { index } = await each.prepare()
      expect(index.pages.map(({ path, title }) => [path, title])).toEqual([
        ['', 'A'],
        ['b', 'B'],
      ])
      expect(await readText(each, 'B')).toBe('two')
    }
  })

  it('uses the complete page instead of a stub in another file', async () => {
    const stub = createRawMap({ A: 'one', B: '' }, { B: 'A' })
    delete stub.block[createId('B body')]
    const source = workspace({ [pageFile('A')]: stub, [pageFile('B')]: createRawMap({ B: 'whole' }, { B: 'A' }) })
    await source.prepare()
    expect(await readText(source, 'B')).toBe('whole')
  })

  it('reads only changed files again', async () => {
    const source = workspace({ [pageFile('A')]: createRawMap({ A: 'before' }) })
    const first = await source.prepare()
    expect((await source.prepare()).changed).toBe(false)
    writeFiles(source.folder, { [pageFile('A')]: createRawMap({ A: 'after the edit' }) })
    const second = await source.prepare()
    expect(second.changed).toBe(true)
    expect(await readText(source, 'A')).toBe('after the edit')
    expect(second.index.pages[0]?.version).not.toBe(first.index.pages[0]?.version)
  })

  it('removes old temporary files and old contents that are not in the manifest', async () => {
    const source = workspace({ [pageFile('A')]: createRawMap({ A: 'before' }) })
    await source.prepare()
    const { dir } = openWorkingCopy(source.env)
    const old = ['index.json.gz.1-a.tmp', 'pages/left.json.gz', 'pages/left.json.gz.1-a.tmp']
    const young = ['history.json.gz.2-b.tmp', 'pages/young.json.gz']
    for (const name of [...old, ...young]) writeFileSync(path.join(dir, name), 'half')
    const longAgo = new Date(Date.now() - 3_600_000)
    for (const name of [...old, 'index.json.gz', 'manifest.json']) utimesSync(path.join(dir, name), longAgo, longAgo)
    writeFiles(source.folder, { [pageFile('A')]: createRawMap({ A: 'after' }) })
    await source.prepare()
    expect(old.filter((name) => existsSync(path.join(dir, name)))).toEqual([])
    expect(young.filter((name) => existsSync(path.join(dir, name)))).toEqual(young)
    expect(await readText(source, 'A')).toBe('after')
  })

  it('keeps the last good copy of a page whose file breaks, and reports the file', async () => {
    const source = workspace({
      [pageFile('A')]: createRawMap({ A: 'good' }),
      [pageFile('B')]: createRawMap({ B: 'fine' }, { B: 'A' }),
    })
    await source.prepare()
    for (const broken of ['{"block": {', '', '[]', '{"block": 5}', '{"block": {}}']) {
      writeFileSync(path.join(source.folder, pageFile('A')), broken)
      const { index, problems } = await source.prepare()
      expect(problems.map(({ file }) => file)).toEqual([pageFile('A')])
      expect(index.pages.map(({ title, readable }) => [title, readable])).toContainEqual(['A', true])
      expect(await readText(source, 'A')).toBe('good')
    }
    writeFiles(source.folder, { [pageFile('A')]: createRawMap({ A: 'mended' }) })
    expect((await source.prepare()).problems).toEqual([])
    expect(await readText(source, 'A')).toBe('mended')
  })

  it('does not quote a file that is not JSON, because its page may not be public', async () => {
    const map = JSON.stringify(createRawMap({ Plans: 'secret' }))
    const source = workspace({
      [pageFile('A')]: createRawMap({ A: 'a' }),
      'cut.json': map.slice(0, -9),
      'odd.json': `Plans ${map}`,
    })
    const reasons = (await source.prepare()).problems.map(({ file, reason }) => `${file}: ${reason}`)
    expect(reasons[0]).toMatch(/^cut\.json: it is not JSON at position \d+$/)
    expect(reasons[1]).toBe('odd.json: it is not JSON')
  })

  it('restores a damaged history of paths from the index, or begins a new one if the index is damaged as well', async () => {
    const source = workspace({ [pageFile('A')]: createRawMap({ A: 'one', B: 'two', D: 'x' }, { B: 'A', D: 'A' }) })
    await source.prepare()
    writeFiles(source.folder, { [pageFile('A')]: createRawMap({ A: 'one', B: 'two' }, { B: 'A' }) })
    await source.prepare()
    const { dir } = openWorkingCopy(source.env)
    const history = path.join(dir, 'history.json.gz')
    const halve = (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 20))
    halve(history)
    writeFiles(source.folder, { [pageFile('A')]: createRawMap({ A: 'one', C: 'two' }, { C: 'A' }) })
    expectConsole(/^error: The history of paths is missing or damaged: it is restored from the index/)
    const site = new Site((await source.prepare()).index)
    expect(['b', 'd', 'c'].map((at) => site.resolve(at, PUBLIC).kind)).toEqual(['gone', 'gone', 'page'])
    halve(history)
    halve(path.join(dir, 'index.json.gz'))
    expectConsole(/^error: .*index.json.gz is missing or damaged: it is rebuilt/)
    expectConsole(/^error: The history of paths is damaged, and so is the index: .*history\.json\.gz\.damaged$/)
    const later = new Site((await source.prepare()).index)
    expect(['b', 'c'].map((at) => later.resolve(at, PUBLIC).kind)).toEqual(['missing', 'page'])
    expect(readFileSync(`${history}.damaged`)).toHaveLength(20)
    rmSync(history)
    symlinkSync('/nowhere/at-all', history)
    halve(path.join(dir, 'index.json.gz'))
    for (const line of [/index.json.gz is missing or damaged/, /^error: The history of paths is damaged/]) {
      expectConsole(line)
    }
    expect((await source.prepare()).changed).toBe(true)
  })

  it('throws if the history of paths cannot be read for other reasons', async () => {
    const isAny = (_value: unknown): _value is object => true
    await expect(new FilesStore(createTemporaryFolder()).irreplaceable('x'.repeat(300), isAny)).rejects.toThrow(
      'cannot be read (ENAMETOOLONG)',
    )
  })

  it('resolves a page that was never readable as unavailable', async () => {
    const mapWithStub = createRawMap({ A: 'one', B: '', E: '' }, { B: 'A', E: 'A' })
    delete mapWithStub.block[createId('B body')]
    delete mapWithStub.block[createId('E body')]
    // A map can contain a child page without its list of content.
    Object.assign((mapWithStub.block[createId('E')] as { value: object }).value, { content: [] })
    const source = workspace({
      [pageFile('A')]: mapWithStub,
      [pageFile('B')]: 'broken',
      [pageFile('C')]: 'broken',
      [pageFile('E')]: '',
    })
    const site = new Site((await source.prepare()).index)
    expect(site.resolve('b', PUBLIC).kind).toBe('unavailable')
    expect(site.resolve('e', PUBLIC).kind).toBe('unavailable')
    expect(site.resolve(createId('C'), PUBLIC).kind).toBe('unavailable')
    expect(site.resolve(createId('D'), PUBLIC).kind).toBe('missing')
  })

  it('marks a page as gone if its file was removed', async () => {
    const source = workspace({
      [pageFile('A')]: createRawMap({ A: 'a' }),
      [pageFile('B')]: createRawMap({ B: 'b' }, { B: 'A' }),
    })
    await source.prepare()
    rmSync(path.join(source.folder, pageFile('B')))
    const site = new Site((await source.prepare()).index)
    expect(site.resolve('b', PUBLIC).kind).toBe('gone')
  })

  it('rebuilds the same site if the state folder is deleted', async () => {
    const source = workspace({ [pageFile('A')]: createRawMap({ A: 'a' }) })
    const first = await source.prepare()
    rmSync(source.env.stateDir, { recursive: true })
    const second = await source.prepare()
    expect(second.index).toEqual(first.index)
  })

  it('rebuilds the index when a publication time is reached', async () => {
    const root = createId('A')
    const map = createRawMap({ A: 'a', Row: 'r' })
    const collectionId = createId('Rows')
    Object.assign(map.collection, {
      [collectionId]: {
        value: {
          id: collectionId,
          name: [['Rows']],
          parent_id: root,
          parent_table: 'block',
          schema: { title: { name: 'Name', type: 'title' }, when: { name: 'Publish at', type: 'date' } },
        },
      },
    })
    const row = (map.block[createId('Row')] as { value: Record<string, unknown> }).value
    const when = [['‣', [['d', { type: 'date', start_date: '2026-02-01' }]]]]
    Object.assign(row, { parent_id: collectionId, parent_table: 'collection', properties: { title: [['Row']], when } })
    const source = workspace({ 'all.json': { rootPageId: root, recordMap: map } })
    const due = Date.UTC(2026, 1, 1)
    expect(new Site((await source.prepare(due - 1)).index).resolve('row', PUBLIC).kind).toBe('missing')
    const later = await source.prepare(due)
    expect(later.changed).toBe(true)
    expect(new Site(later.index).resolve('row', PUBLIC).kind).toBe('page')
    // The clock was set back.
    expect(new Site((await source.prepare(due - 1)).index).resolve('row', PUBLIC).kind).toBe('missing')
  })

  it('leaves no temporary files behind', async () => {
    const source = workspace({ [pageFile('A')]: createRawMap({ A: 'a' }) })
    await source.prepare()
    const names = readdirSync(openWorkingCopy(source.env).dir, { recursive: true }).map(String)
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})

describe('prepareSite with a manifest', () => {
  it('publishes only the root page and its subpages', async () => {
    const source = workspace({
      'manifest.json': createSourceManifest('A', ['A', 'B', 'C']),
      [`pages/${pageFile('A')}`]: createRawMap({ A: 'a' }),
      [`pages/${pageFile('B')}`]: createRawMap({ B: 'b' }, { B: 'A' }),
      [`pages/${pageFile('C')}`]: createRawMap({ C: 'c' }),
      [`pages/${pageFile('D')}`]: createRawMap({ D: 'd' }, { D: 'A' }),
    })
    const { index } = await source.prepare()
    expect(index.pages.map(({ title }) => title)).toEqual(['A', 'B'])
  })

  it('does not read files outside of the folder', async () => {
    const source = workspace({ [`pages/${pageFile('A')}`]: createRawMap({ A: 'a' }) })
    writeFiles(path.dirname(source.folder), {
      'secret.json': createRawMap({ B: 'secret' }, { B: 'A' }),
      'secret.txt': 'secret',
    })
    symlinkSync(path.join(source.folder, '..', 'secret.json'), path.join(source.folder, 'pages', 'link.json'))
    const manifest = createSourceManifest('A', ['A'], { 'attachment:x:secret.txt': { file: '../secret.txt' } })
    Object.assign(manifest.pages, {
      [createId('B')]: { file: '../secret.json' },
      [createId('C')]: { file: 'pages/link.json' },
      [createId('D')]: { file: '/etc/passwd' },
    })
    writeFiles(source.folder, { 'manifest.json': manifest })
    const { index, problems } = await source.prepare()
    expect(index.pages.map(({ title }) => title)).toEqual(['A'])
    expect(problems).toHaveLength(4)
    expect((await openWorkingCopy(source.env).manifest())?.files).toEqual({})
  })

  it.each([
    ['not JSON', '{'],
    ['another format', { format: 99, pages: {} }],
    ['no pages', { format: 1 }],
    ['a list', []],
  ])('throws if the manifest is %s instead of publishing without a root page', async (_name, manifest) => {
    const source = workspace({ 'manifest.json': manifest, [`pages/${pageFile('A')}`]: createRawMap({ A: 'a' }) })
    await expect(source.prepare()).rejects.toThrow(SnapshotError)
  })
})

it('publishes nothing before a first sync has written a manifest', async () => {
  const source = workspace({
    '.sync/owners/one/a': '',
    [`pages/${pageFile('A')}`]: createRawMap({ A: 'not for everyone' }),
  })
  await expect(source.prepare()).rejects.toThrow(/^The sync of .* has not published anything yet: [^\n]+$/)
})

it('publishes a folder with a .sync folder of another program', async () => {
  const source = workspace({
    '.sync/ID': 'of a file synchronizer',
    [pageFile('A')]: createRawMap({ A: 'for everyone' }),
  })
  expect((await source.prepare()).publicPages).toBe(1)
})

describe('prepareSite without pages', () => {
  it.each([
    ['no folder', {}],
    ['an empty folder', { 'notes.txt': 'no record maps' }],
    ['only broken files', { 'a.json': '{' }],
  ])('throws a one-line error for %s', async (_name, files) => {
    const source = workspace(files)
    await expect(source.prepare()).rejects.toThrow(/^[A-Z][^\n]+$/)
  })

  it('throws for a root page that does not exist', async () => {
    const source = workspace({ [pageFile('A')]: createRawMap({ A: 'a' }) }, { NOTION_ROOT_PAGE: createId('Z') })
    await expect(source.prepare()).rejects.toThrow(/root page/i)
  })
})
