import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { Site } from '@/lib/site/site'
import { hashPage } from '@/lib/snapshot/source'
import { writeFiles } from '../../support/folders'
import { createId } from '../../support/records'
import { createRawMap, createSourceManifest, pageFile, workspace } from './support'

const PARENTS = { B: 'A', C: 'A', D: 'B' }
const createFile = (name: string, text = name) => ({
  [`pages/${pageFile(name)}`]: createRawMap({ [name]: text }, PARENTS),
})
const createFiles = (...names: string[]) => Object.assign({}, ...names.map((name) => createFile(name)))

/** Publishes a folder with the pages A to D. */
async function publishFolder() {
  const names = ['A', 'B', 'C', 'D']
  const source = workspace({ ...createFiles(...names), 'manifest.json': createSourceManifest('A', names) })
  await source.prepare()
  /** Replaces the folder with one that contains only these pages, and publishes it. */
  const replace = async (remaining: string[], more: object) => {
    rmSync(source.folder, { recursive: true })
    writeFiles(source.folder, {
      ...createFiles(...remaining),
      'manifest.json': { ...createSourceManifest('A', remaining), ...more },
    })
    const { index } = await source.prepare()
    return { index, titles: index.pages.map(({ title }) => title).sort(), site: new Site(index) }
  }
  return { ...source, replace }
}

test('keeps all pages and marks none as gone while a first sync fills the folder again', async () => {
  const { replace, folder, prepare } = await publishFolder()
  const filling = await replace(['A'], { isFilling: true })
  expect(filling.titles).toEqual(['A', 'B', 'C', 'D'])
  expect(filling.site.resolve('d', PUBLIC).kind).toBe('page')
  expect(filling.site.resolve('nothing', PUBLIC).kind).toBe('unavailable')
  // Fetched pages show their current content.
  writeFiles(folder, {
    ...createFile('B', 'new'),
    'manifest.json': { ...createSourceManifest('A', ['A', 'B']), isFilling: true },
  })
  const before = filling.index.pages.find(({ title }) => title === 'B')?.version
  expect((await prepare()).index.pages.find(({ title }) => title === 'B')?.version).not.toBe(before)
  // Pages in the trash are hidden at once, but are gone only after the sync read all pages.
  const trashed = await replace(['A', 'B'], { isFilling: true, removed: [createId('C')] })
  expect(trashed.titles).toEqual(['A', 'B', 'D'])
  expect(trashed.index.removed).toEqual([createId('C')])
  expect(trashed.site.resolve('c', PUBLIC).kind).toBe('unavailable')
  const complete = await replace(['A', 'B'], {})
  expect(complete.titles).toEqual(['A', 'B'])
  expect(['c', 'd', 'nothing'].map((each) => complete.site.resolve(each, PUBLIC).kind)).toEqual([
    'gone',
    'gone',
    'missing',
  ])
})

test('keeps the last good copy of a page that could not be fetched and does not mark its subpages as gone', async () => {
  const { replace } = await publishFolder()
  const { titles, index } = await replace(['A', 'C'], { missing: [createId('B')] })
  expect(titles).toEqual(['A', 'B', 'C'])
  expect(index.gone).toEqual({})
  expect((await replace(['A', 'C'], {})).index.gone).toEqual({ b: createId('B'), d: createId('D') })
})

test('keeps the last good copy of a page whose file is renamed', async () => {
  const { folder, prepare } = workspace({ ...createFiles('A', 'B') })
  const writeManifest = (file: string) => {
    const manifest = createSourceManifest('A', ['A', 'B'])
    writeFiles(folder, { 'manifest.json': { ...manifest, pages: { ...manifest.pages, [createId('B')]: { file } } } })
  }
  writeManifest(`pages/${pageFile('B')}`)
  const first = await prepare()
  expect(first.index.pages.map(({ title }) => title)).toEqual(['A', 'B'])
  writeManifest('pages/the-next.json')
  const second = await prepare()
  expect(second.problems).toMatchObject([{ file: 'pages/the-next.json' }])
  expect(second.index.pages).toEqual(first.index.pages)
})

test('does not publish a page file that does not match the hash in the manifest', async () => {
  const { folder, prepare } = workspace({ ...createFiles('A', 'B') })
  const manifest = createSourceManifest('A', ['A', 'B'])
  const good = JSON.stringify(createRawMap({ B: 'good' }, PARENTS))
  const file = path.join(folder, 'pages', pageFile('B'))
  const listed = { file: `pages/${pageFile('B')}`, hash: hashPage(good) }
  const writeManifest = () =>
    writeFiles(folder, { 'manifest.json': { ...manifest, pages: { ...manifest.pages, [createId('B')]: listed } } })
  writeManifest()
  writeFileSync(file, good)
  const first = await prepare()
  expect(first.problems).toEqual([])
  const altered = good.replace('good', 'evil')
  writeFileSync(file, altered)
  const second = await prepare()
  expect(second.problems).toMatchObject([{ reason: expect.stringContaining('damaged') }])
  expect(second.index.pages).toEqual(first.index.pages)
  // A sync writes the manifest after the files that it lists.
  listed.hash = hashPage(altered)
  writeManifest()
  const third = await prepare()
  expect(third.problems).toEqual([])
  expect(third.index.pages).not.toEqual(first.index.pages)
})
