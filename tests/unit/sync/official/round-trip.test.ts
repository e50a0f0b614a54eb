import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { PageView } from '@/lib/page/page-view'
import { getPageView } from '@/lib/page/view'
import { getRuntime } from '@/lib/runtime'
import { readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { sampleItems } from '@/tests/support/complete'
import { HostedData } from '@/tests/support/hosted/data'
import { countLeastRequests } from '@/tests/support/official/least-requests'
import { runPageJobsInProcess } from '@/tests/support/pages'
import { Bench } from '../support'
import { LOSSES } from './losses'

const NOW = Date.UTC(2026, 10, 1)

/** Publishes a workspace through one of the APIs. Returns the HTML of each public page by path and the number of requests. */
async function publish(data: HostedData, api: 'private' | 'official') {
  const bench = await Bench.start(data, api)
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [], failedFiles: [] })
  expect(findFilesContaining('X-Amz-', bench.dir), 'files with a signed address').toEqual([])
  const requests = bench.server.calls.filter(({ name }) => name !== 'file').length
  const env = readEnv(bench.variables(), bench.dir)
  await prepareSite(env, NOW)
  const store = openWorkingCopy(env)
  const index = await readSavedIndex(store)
  if (index === undefined) throw new Error('No index was saved')
  const site = new Site(index)
  const runtime = getRuntime()
  const before = runtime.site
  runtime.site = { store, site: Promise.resolve(site), last: site }
  runPageJobsInProcess()
  onTestFinished(() => {
    runtime.site = before
    delete runtime.pageThread
  })
  const pages = new Map<string, string>()
  for (const { id } of index.pages) {
    const page = site.page(id, PUBLIC)
    if (page !== undefined) pages.set(page.path, render(await getPageView(site, page, PUBLIC)))
  }
  return { pages, requests }
}

const findFilesContaining = (text: string, dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(path.join(entry.parentPath, entry.name)).includes(text))
    .map(({ name }) => name)

/** Returns the HTML of a page with one element per line, without the version of the page and the properties of its islands. */
function render(view: PageView): string {
  const { id, html, ...head } = view
  const shown = html.replace(/<script [^>]*data-islands>.*?<\/script>/, '')
  return `${JSON.stringify(head, undefined, 1)}\n${shown.replaceAll('<', '\n<')}`
}

/** Reads the sample. Unless all is compared, two thirds of its pages without child pages and databases are empty. */
function readSample(): HostedData {
  const data = HostedData.read('workspace')
  const holders = new Set<unknown>()
  for (const block of data.block.values()) {
    if (!/^(?:page|collection_view|collection_view_page)$/.test(String(block.type))) continue
    for (let at = data.block.get(String(block.parent_id)); at; at = data.block.get(String(at.parent_id)))
      holders.add(at)
  }
  const leaves = data.pages().filter((page) => !holders.has(page))
  const kept = new Set(sampleItems(leaves, 3))
  for (const page of leaves) if (!kept.has(page)) page.content = []
  return data
}

test('both APIs publish the same pages of the sample, except for values that the official API does not return', async () => {
  const data = readSample()
  const official = await publish(data, 'official')
  expect(official.requests).toBeLessThanOrEqual(1.1 * countLeastRequests(data))

  const reduced = readSample()
  for (const [, remove] of LOSSES) remove(reduced)
  const expected = await publish(reduced, 'private')
  expect([...official.pages.keys()].sort()).toEqual([...expected.pages.keys()].sort())
  for (const [path, html] of expected.pages) expect.soft(official.pages.get(path), path).toBe(html)
  // Publishes the whole sample twice.
}, 120_000)

test('the sample contains each of the values that the official API does not return', () => {
  const data = HostedData.read('workspace')
  const serialize = () => JSON.stringify([[...data.block], [...data.collection], [...data.collection_view]])
  let before = serialize()
  for (const [what, remove] of LOSSES) {
    remove(data)
    const after = serialize()
    expect(after, what).not.toBe(before)
    before = after
  }
})
