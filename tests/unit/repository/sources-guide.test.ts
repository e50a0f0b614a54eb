import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnv } from '@/lib/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { createFolder } from '@/tests/support/site'

const [PAGE = '', MANIFEST = ''] = [...readFileSync('docs/sources.md', 'utf8').matchAll(/```json\n([\s\S]*?)```/g)].map(
  ([, example = '']) => example,
)

test.each([
  ['a folder without a manifest', { 'page.json': PAGE }],
  ['a folder with a manifest', { 'page.json': PAGE, 'manifest.json': MANIFEST }],
])('the example of docs/sources.md can be published as %s', async (_, files) => {
  const folder = createFolder('sources')
  writeFileSync(`${folder}/a.png`, '')
  for (const [name, text] of Object.entries(files)) writeFileSync(`${folder}/${name}`, text)
  const env = readEnv({ WORKSPACE_DIR: folder, STATE_DIR: `${folder}/.state` }, folder)
  expect((await prepareSite(env, 0)).problems).toEqual([])
  const index = await readSavedIndex(openWorkingCopy(env))
  expect(index?.pages.map(({ title, access }) => [title, access.kind])).toEqual([['Hello', 'public']])
})
