import { expect, onTestFinished, test } from 'vitest'
import { GET as getMarkdown } from '@/app/api/markdown/[[...path]]/route'
import { GET as getRows } from '@/app/api/rows/[name]/[[...path]]/route'
import { GET as getFeed } from '@/app/feed.xml/[[...list]]/route'
import type { PageThread } from '@/lib/page/thread/page-thread'
import { getRuntime } from '@/lib/runtime'
import { openSite } from '@/lib/site/get-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { createContentMap, createDatabase } from '../../support/content-map'
import { runPageJobsInProcess } from '../../support/pages'
import { createId, date } from '../../support/records'
import { workspace } from '../snapshot/support'

/** Opens a site of a database with a dated row. Returns the names of the page jobs, which grow during the test. */
async function openDatabase(): Promise<string[]> {
  const [database, tables] = createDatabase({
    schema: { Date: { type: 'date' } },
    rows: { Tides: { Date: date('2026-01-01') } },
    views: [{}],
  })
  const { env, prepare } = workspace({ 'home.json': createContentMap([database], tables) })
  await prepare()
  const before = getRuntime().site
  openSite(openWorkingCopy(env))
  runPageJobsInProcess()
  const jobs: string[] = []
  const thread = getRuntime().pageThread as PageThread
  const run = thread.run.bind(thread)
  thread.run = (name, input) => {
    jobs.push(name)
    return run(name, input)
  }
  onTestFinished(() => {
    getRuntime().site = before
    delete getRuntime().pageThread
  })
  return jobs
}

const HOLDER = createId('Holder').slice(0, 8)
const createRequest = () => new Request('http://localhost/')

test.each<[string, () => Promise<Response>, jobs: string[]]>([
  ['the Markdown copy of a page', () => getMarkdown(createRequest(), { params: Promise.resolve({}) }), ['markdown']],
  ['a feed', () => getFeed(createRequest(), { params: Promise.resolve({}) }), ['feedEntry']],
  [
    'the rows of a database',
    () => getRows(createRequest(), { params: Promise.resolve({ name: HOLDER }) }),
    ['rowNames', 'allRows'],
  ],
])('prepares %s once for simultaneous and later requests', async (_, get, expected) => {
  const jobs = await openDatabase()
  const responses = [...(await Promise.all([get(), get(), get()])), await get()]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(jobs).toEqual(expected)
})
