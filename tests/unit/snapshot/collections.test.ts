import path from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '@/lib/settings/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { createTemporaryFolder, writeFiles } from '../../support/folders'
import { createId } from '../../support/records'
import { createPageMap, type Raw, stored } from '../workspace/maps'

const createRow = (name: string, more: Raw) =>
  stored(name, 'page', undefined, { parent_table: 'collection', parent_id: createId('rows'), ...more })

test('stores a collection with its rows, oldest first, and the first picture of each row', async () => {
  const dir = createTemporaryFolder()
  const folder = path.join(dir, 'workspace')
  const picture = { properties: { source: [['https://example.com/a.png']] } }
  const map = createPageMap(
    [
      stored('view', 'collection_view', 'page', { collection_id: createId('rows'), view_ids: [] }),
      createRow('younger', { created_time: 5, content: ['picture'] }),
      stored('picture', 'image', 'younger', picture),
      createRow('older', { created_time: 4 }),
      createRow('trashed', { alive: false }),
    ],
    {
      collection: {
        [createId('rows')]: {
          value: { id: createId('rows'), parent_id: createId('view'), parent_table: 'block', schema: {} },
        },
      },
    },
  )
  writeFiles(folder, { 'map.json': map })
  const env = readEnv({ WORKSPACE_DIR: folder, STATE_DIR: path.join(dir, 'state') }, dir)
  await prepareSite(env, 0)
  const store = openWorkingCopy(env)
  const hash = (await store.manifest())?.collections[createId('rows')] ?? ''
  const { rows, images } = await store.collection(createId('rows'), hash)
  expect(rows.map(({ id, content }) => [id, content])).toEqual([
    [createId('older'), []],
    [createId('younger'), []],
  ])
  expect(images).toEqual({ [createId('younger')]: 'https://example.com/a.png' })
})
