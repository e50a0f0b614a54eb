import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnv } from '@/lib/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { createFolder } from '@/tests/support/site'

const [PAGE = '', DATABASE = '', MANIFEST = ''] = [
  ...readFileSync('docs/sources.md', 'utf8').matchAll(/```json\n([\s\S]*?)```/g),
].map(([, example = '']) => example)
const PAGE_WITH_DATABASE = PAGE.replace('"content": [', '"content": ["6f1b0000-0000-4000-8000-000000000040", ')

test.each([
  ['a page', { 'page.json': PAGE }, ['Hello']],
  ['a page with a manifest', { 'page.json': PAGE, 'manifest.json': MANIFEST }, ['Hello']],
  ['a page and a database', { 'page.json': PAGE_WITH_DATABASE, 'boats.json': DATABASE }, ['Boats', 'Swan', 'Hello']],
])('the examples of docs/sources.md can be published: %s', async (_, files, titles) => {
  const folder = createFolder('sources')
  writeFileSync(`${folder}/a.png`, '')
  for (const [name, text] of Object.entries(files)) writeFileSync(`${folder}/${name}`, text)
  const env = readEnv({ WORKSPACE_DIR: folder, STATE_DIR: `${folder}/.state` }, folder)
  expect((await prepareSite(env, 0)).problems).toEqual([])
  const index = await readSavedIndex(openWorkingCopy(env))
  expect(index?.pages.map(({ title, access }) => [title, access.kind])).toEqual(
    titles.map((title) => [title, 'public']),
  )
})
