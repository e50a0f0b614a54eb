import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnv } from '@/lib/settings/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { createFolder } from '@/tests/support/site'

const [PAGE = '', DATABASE = '', MANIFEST = ''] = [
  ...readFileSync('docs/sources.md', 'utf8').matchAll(/```json\n([\s\S]*?)```/g),
].map(([, example = '']) => example)
const DATABASE_ID = '6f1b0000-0000-4000-8000-000000000040'
const CHILD = `{"id": "${DATABASE_ID}", "type": "collection_view_page", "alive": true,
  "parent_id": "6f1b0000-0000-4000-8000-000000000001", "parent_table": "block"}`

/** Returns the example page with an id in its content and these records. */
function addRecords(records: string): string {
  const { block, ...tables } = JSON.parse(records) as { block: object }
  const page = JSON.parse(PAGE.replace('"content": [', `"content": ["${DATABASE_ID}", `)) as { block: object }
  return JSON.stringify({ block: { ...page.block, ...block }, ...tables })
}

test.each([
  ['a page', { 'page.json': PAGE }, ['Hello'], []],
  ['a page with a manifest', { 'page.json': PAGE, 'manifest.json': MANIFEST }, ['Hello'], []],
  ['a page with a database', { 'page.json': addRecords(DATABASE) }, ['Hello', 'Boats', 'Swan'], [DATABASE_ID]],
  [
    'a page with a database in a file of its own',
    { 'page.json': addRecords(`{"block": {"${DATABASE_ID}": {"value": ${CHILD}}}}`), 'boats.json': DATABASE },
    ['Boats', 'Swan', 'Hello'],
    [DATABASE_ID],
  ],
])('the examples of docs/sources.md can be published: %s', async (_, files, titles, navigation) => {
  const folder = createFolder('sources')
  writeFileSync(`${folder}/a.png`, '')
  for (const [name, text] of Object.entries(files)) writeFileSync(`${folder}/${name}`, text)
  const env = readEnv({ WORKSPACE_DIR: folder, STATE_DIR: `${folder}/.state` }, folder)
  expect((await prepareSite(env, 0)).problems).toEqual([])
  const index = await readSavedIndex(openWorkingCopy(env))
  expect(index?.pages.map(({ title, access }) => [title, access.kind])).toEqual(
    titles.map((title) => [title, 'public']),
  )
  expect(index?.navigation).toEqual(navigation)
})
