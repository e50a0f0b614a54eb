import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PageThread } from '@/lib/page/thread/page-thread'
import { PUBLIC } from '@/lib/site/access'
import type { Site } from '@/lib/site/site'
import type { SitePage } from '@/lib/site/site-index'
import { temporaryFolder } from '../../support/folders'

/** A thread that leaves rows out of the first view of each page. */
const PROGRAM = `import { parentPort } from 'node:worker_threads'
const seen = new Set()
parentPort.on('message', ({ id, input: { page } }) => {
  const remarks = seen.has(page) ? [] : [{ kind: 'rows-on-request' }]
  seen.add(page)
  parentPort.postMessage({ id, result: { value: {}, notes: [], remarks } })
})
parentPort.postMessage('ready')`

test('editors are told what was left out of a page until a view of it is whole', async () => {
  const file = path.join(temporaryFolder(), 'thread.mjs')
  writeFileSync(file, PROGRAM)
  const pages = new PageThread({ file, idleMs: 10 })
  const view = (id: string) =>
    pages.run('view', [
      { revision: '1' } as Site,
      { id, version: '1', access: { kind: 'members' } } as SitePage,
      PUBLIC,
    ])
  await view('tides')
  await view('quays')
  expect(pages.findings).toEqual(['quays', 'tides'].map((page) => ({ kind: 'rows-on-request', page })))
  await view('tides')
  expect(pages.findings).toEqual([{ kind: 'rows-on-request', page: 'quays' }])
})
