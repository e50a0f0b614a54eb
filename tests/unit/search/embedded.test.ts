import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { getSearchIndex } from '@/lib/search/embedded'
import { isNotReady } from '@/lib/search/index-contract'
import { PUBLIC } from '@/lib/site/access'
import { temporaryFolder } from '../../support/folders'

const { execPath } = process
afterEach(() => {
  process.execPath = execPath
})

/** From now on a process that is started is this program. */
function standIn(program: string): void {
  const file = path.join(temporaryFolder(), 'node')
  writeFileSync(file, `#!/bin/sh\n${program}\n`, { mode: 0o700 })
  process.execPath = file
}

test('an index that has too many questions to answer takes no more, and those are lost when its process ends', async () => {
  // It hears what it is asked, and says nothing, until it is no longer.
  standIn('exec sleep 2')
  const index = getSearchIndex()
  const ask = () => index.search({ query: 'quay', limit: 1 }, PUBLIC)
  const taken = Promise.allSettled(Array.from({ length: 200 }, ask))
  expect(isNotReady(await ask().catch((error: unknown) => error))).toBe(true)
  for (const each of await taken) {
    expect(each).toMatchObject({ status: 'rejected', reason: { message: 'The process of the search index ended' } })
  }
})

test('an index that another bundle made is known not to be ready, too', async () => {
  vi.resetModules()
  const other = await import('@/lib/search/index-contract')
  expect(isNotReady(new other.SearchNotReadyError())).toBe(true)
  expect(isNotReady(new Error('The index is broken'))).toBe(false)
})
