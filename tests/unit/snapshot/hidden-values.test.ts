import { expect, test } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { Site } from '@/lib/site/site'
import { createId } from '../../support/records'
import { createRawMap, createSourceManifest, pageFile, workspace } from './support'

const NAMES = ['Home', 'Row', 'Related', 'Target']
const toHash = (name: string) => createId(name).replaceAll('-', '').repeat(2)
const createFile = (name: string): [string, object] => [
  `attachment:${createId(name)}:${name}.png`,
  { file: `files/${name}.png`, hash: toHash(name), type: 'image/png' },
]
const attach = (name: string) => [[`${name}.png`, [['a', createFile(name)[0]]]]]
const relate = (name: string) => [['‣', [['p', createId(name)]]]]

/** A row with files and relations in properties that its database has, and in one of each that was deleted. */
function createWorkspace() {
  const home = createRawMap({ Home: 'text' })
  const value = (record: unknown) => (record as { value: Record<string, unknown> }).value
  const addBlock = (id: string, parent: string, more: object) => {
    home.block[createId(id)] = {
      value: { id: createId(id), alive: true, parent_id: createId(parent), parent_table: 'block', ...more },
    }
  }
  const source = (name: string) => ({ properties: { source: [[createFile(name)[0]]] } })
  addBlock('button', 'Home', { type: 'button', content: [createId('in button')] })
  addBlock('in button', 'button', { type: 'image', ...source('pressed') })
  addBlock('shown', 'Home', { type: 'image', ...source('shown') })
  value(home.block[createId('Home')]).content = [createId('button'), createId('shown')]
  const schema = {
    title: { name: 'Name', type: 'title' },
    files: { name: 'Files', type: 'file' },
    to: { name: 'To', type: 'relation' },
  }
  Object.assign(home.collection, {
    [createId('Rows')]: {
      value: { id: createId('Rows'), name: [['Rows']], parent_id: createId('Home'), parent_table: 'block', schema },
    },
  })
  const rows = NAMES.slice(1).map((name) => {
    const map = createRawMap({ [name]: 'text' })
    Object.assign(value(map.block[createId(name)]), { parent_id: createId('Rows'), parent_table: 'collection' })
    if (name === 'Row')
      value(map.block[createId(name)]).properties = {
        title: [[name]],
        files: attach('kept'),
        to: relate('Related'),
        old: attach('deleted'),
        former: relate('Target'),
      }
    return [`pages/${pageFile(name)}`, map]
  })
  const media = Object.fromEntries(['kept', 'deleted', 'pressed', 'shown'].map(createFile))
  return workspace({
    'manifest.json': createSourceManifest('Home', NAMES, media),
    [`pages/${pageFile('Home')}`]: home,
    ...Object.fromEntries(rows),
    ...Object.fromEntries(['kept', 'deleted', 'pressed', 'shown'].map((name) => [`files/${name}.png`, 'a picture'])),
  })
}

test('files and links of deleted properties and of hidden blocks are not part of the site', async () => {
  const { index } = await createWorkspace().prepare()
  const site = new Site(index)
  const isServed = (name: string) => site.showsFile(toHash(name), PUBLIC)
  expect(['kept', 'shown', 'deleted', 'pressed'].map(isServed)).toEqual([true, true, false, false])
  const findBacklinks = (name: string) => index.pages.find(({ title }) => title === name)?.backlinks
  expect(findBacklinks('Related')).toEqual([createId('Row')])
  expect(findBacklinks('Target')).toEqual([])
})
