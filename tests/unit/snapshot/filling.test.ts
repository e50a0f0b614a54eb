import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { Site } from '@/lib/site/site'
import { hashPage } from '@/lib/snapshot/source'
import { writeFiles } from '../../support/folders'
import { idOf } from '../../support/records'
import { ownLayout, pageFile, rawMap, workspace } from './support'

const PARENTS = { B: 'A', C: 'A', D: 'B' }
const fileOf = (name: string, text = name) => ({ [`pages/${pageFile(name)}`]: rawMap({ [name]: text }, PARENTS) })
const filesOf = (...names: string[]) => Object.assign({}, ...names.map((name) => fileOf(name)))

/** A folder that holds pages A to D, and has been published. */
async function published() {
  const names = ['A', 'B', 'C', 'D']
  const each = workspace({ ...filesOf(...names), 'manifest.json': ownLayout('A', names) })
  await each.prepare()
  /** Replaces the folder by one with these pages only. */
  const replace = async (left: string[], more: object) => {
    rmSync(each.folder, { recursive: true })
    writeFiles(each.folder, { ...filesOf(...left), 'manifest.json': { ...ownLayout('A', left), ...more } })
    const { index } = await each.prepare()
    return { index, titles: index.pages.map(({ title }) => title).sort(), site: new Site(index) }
  }
  return { ...each, replace }
}

test('a folder that a first sync fills again takes no page away, and marks none as gone', async () => {
  const { replace, folder, prepare } = await published()
  const filling = await replace(['A'], { isFilling: true })
  expect(filling.titles).toEqual(['A', 'B', 'C', 'D'])
  expect(filling.site.resolve('d', PUBLIC).kind).toBe('page')
  expect(filling.site.resolve('nothing', PUBLIC).kind).toBe('unavailable')
  // What was fetched again is shown as it is now.
  writeFiles(folder, { ...fileOf('B', 'new'), 'manifest.json': { ...ownLayout('A', ['A', 'B']), isFilling: true } })
  const before = filling.index.pages.find(({ title }) => title === 'B')?.version
  expect((await prepare()).index.pages.find(({ title }) => title === 'B')?.version).not.toBe(before)
  // What the sync found in the bin is not shown, and is gone for good only when all was seen.
  const binned = await replace(['A', 'B'], { isFilling: true, removed: [idOf('C')] })
  expect(binned.titles).toEqual(['A', 'B', 'D'])
  expect(binned.index.removed).toEqual([idOf('C')])
  expect(binned.site.resolve('c', PUBLIC).kind).toBe('unavailable')
  const whole = await replace(['A', 'B'], {})
  expect(whole.titles).toEqual(['A', 'B'])
  expect(['c', 'd', 'nothing'].map((each) => whole.site.resolve(each, PUBLIC).kind)).toEqual([
    'gone',
    'gone',
    'missing',
  ])
})

test('a page that exists and could not be fetched keeps its last good copy, and what lies below it is not gone', async () => {
  const { replace } = await published()
  const { titles, index } = await replace(['A', 'C'], { missing: [idOf('B')] })
  expect(titles).toEqual(['A', 'B', 'C'])
  expect(index.gone).toEqual({})
  expect((await replace(['A', 'C'], {})).index.gone).toEqual({ b: idOf('B'), d: idOf('D') })
})

test('a page whose file has another name after each change keeps its last good copy', async () => {
  const { folder, prepare } = workspace({ ...filesOf('A', 'B') })
  const list = (file: string) => {
    const manifest = ownLayout('A', ['A', 'B'])
    writeFiles(folder, { 'manifest.json': { ...manifest, pages: { ...manifest.pages, [idOf('B')]: { file } } } })
  }
  list(`pages/${pageFile('B')}`)
  const first = await prepare()
  expect(first.index.pages.map(({ title }) => title)).toEqual(['A', 'B'])
  list('pages/the-next.json')
  const second = await prepare()
  expect(second.problems).toMatchObject([{ file: 'pages/the-next.json' }])
  expect(second.index.pages).toEqual(first.index.pages)
})

test('a page file that does not match the hash in the manifest is not published', async () => {
  const { folder, prepare } = workspace({ ...filesOf('A', 'B') })
  const manifest = ownLayout('A', ['A', 'B'])
  const good = JSON.stringify(rawMap({ B: 'good' }, PARENTS))
  const file = path.join(folder, 'pages', pageFile('B'))
  const listed = { file: `pages/${pageFile('B')}`, hash: hashPage(good) }
  const list = () =>
    writeFiles(folder, { 'manifest.json': { ...manifest, pages: { ...manifest.pages, [idOf('B')]: listed } } })
  list()
  writeFileSync(file, good)
  const first = await prepare()
  expect(first.problems).toEqual([])
  const altered = good.replace('good', 'evil')
  writeFileSync(file, altered)
  const second = await prepare()
  expect(second.problems).toMatchObject([{ reason: expect.stringContaining('damaged') }])
  expect(second.index.pages).toEqual(first.index.pages)
  // The manifest comes after the files that it lists.
  listed.hash = hashPage(altered)
  list()
  const third = await prepare()
  expect(third.problems).toEqual([])
  expect(third.index.pages).not.toEqual(first.index.pages)
})
