import { readdirSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { writeFiles } from '../../support/folders'
import { createId } from '../../support/records'
import { createRawMap, workspace } from './support'

/** A page with a button, in which there is another page, or which contains nothing. */
function createMapWithButton(text: string, buttonContent: readonly string[]) {
  const map = createRawMap({ A: 'one', B: text, C: 'three' }, { B: 'A', C: 'button' })
  const [page, button] = ['A', 'button'].map(createId) as [string, string]
  const { value } = map.block[page] as { value: { content: string[] } }
  value.content.push(button)
  const parent = { parent_id: page, parent_table: 'block' }
  map.block[button] = { value: { id: button, type: 'button', ...parent, content: buttonContent.map(createId) } }
  return map
}

it('writes only the changed pages of a map', async () => {
  const source = workspace({ 'map.json': createMapWithButton('two', []) })
  await source.prepare()
  const pages = path.join(openWorkingCopy(source.env).dir, 'pages')
  const before = readdirSync(pages)
  for (const name of before) utimesSync(path.join(pages, name), 1, 1)
  writeFiles(source.folder, { 'map.json': createMapWithButton('2', []) })
  expect((await source.prepare(1)).changed).toBe(true)
  const written = readdirSync(pages).filter((name) => statSync(path.join(pages, name)).mtimeMs > 1000)
  expect(written).toHaveLength(1)
  expect(before).not.toContain(written[0])
  expect(written[0]).toContain(createId('B'))
})

it('finds in a changed map what it finds in a new one, also if the content of the page is the same', async () => {
  const [hidden, revealed] = [createMapWithButton('two', ['C']), createMapWithButton('two', [])]
  const source = workspace({ 'map.json': hidden })
  const { index: first } = await source.prepare()
  expect(first.pages.map(({ id }) => id)).not.toContain(createId('C'))
  writeFiles(source.folder, { 'map.json': revealed })
  const { index: second } = await source.prepare(1)
  const { index: fresh } = await workspace({ 'map.json': revealed }).prepare(1)
  expect(second.pages).toEqual(fresh.pages)
  expect(second.pages.map(({ id }) => id)).toContain(createId('C'))
  writeFiles(source.folder, { 'map.json': hidden })
  expect((await source.prepare(2)).index.pages).toEqual(first.pages)
})
