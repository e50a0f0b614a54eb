import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { renderCopy } from '@/cli/lib/export/render'
import { isSiteChanged, PageThread } from '@/lib/page/thread/page-thread'
import { respondWithSite } from '@/lib/page/thread/respond-with-site'
import { getRuntime } from '@/lib/runtime'
import { PUBLIC } from '@/lib/site/access'
import { getSite, openSite, reloadSite } from '@/lib/site/get-site'
import type { SitePage } from '@/lib/site/site-index'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { isWorkerNotReady } from '@/lib/workers/job-queue'
import { expectConsole } from '@/tests/support/console'
import { createTemporaryFolder, writeFiles } from '@/tests/support/folders'
import { createId } from '@/tests/support/records'
import { createRawMap, workspace } from '../unit/snapshot/support'

const REAL = path.resolve('dist/pages.mjs')
const TEXTS = { Root: 'home', Slow: 'a very long text', Fine: 'a short text', Other: 'another text' }
const PARENTS = { Slow: 'Root', Fine: 'Root', Other: 'Root' }

type Name = keyof typeof TEXTS

let edit: (texts: Partial<typeof TEXTS>) => Promise<void>
let dir: string

beforeEach(async () => {
  dir = createTemporaryFolder()
  const { env, folder, prepare } = workspace({ 'site.json': createRawMap(TEXTS, PARENTS) })
  await prepare()
  edit = async (texts) => {
    writeFiles(folder, { 'site.json': createRawMap({ ...TEXTS, ...texts }, PARENTS) })
    await prepare()
  }
  // The thread reads its folders from the environment.
  vi.stubEnv('WORKSPACE_DIR', env.workspaceDir)
  vi.stubEnv('STATE_DIR', env.stateDir)
  const runtime = getRuntime()
  openSite(openWorkingCopy(env))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    for (const name of ['site', 'pageThread', 'reader'] as const) delete runtime[name]
  })
})

/** Creates the real thread with a program that receives each job first, and can block or end the thread. */
function createThread(program: string, options: ConstructorParameters<typeof PageThread>[0] = {}): PageThread {
  const file = path.join(dir, 'thread.mjs')
  writeFileSync(
    file,
    `import { existsSync, writeFileSync } from 'node:fs'
    import { parentPort } from 'node:worker_threads'
    const [SLOW, MARK] = ${JSON.stringify([createId('Slow'), path.join(dir, 'mark')])}
    const loop = () => { for (;;); }
    const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    parentPort.on('message', ({ name, input: { page, reduced } }) => { ${program} })
    await import(${JSON.stringify(REAL)})`,
  )
  return new PageThread({ file, firstPauseMs: 50, ...options })
}

/** Returns the text in the view of a page, with a prefix if the view is reduced. */
async function getText(pages: PageThread, name: Name, site = getSite()): Promise<string> {
  const found = (await site).page(createId(name), PUBLIC)
  if (found === undefined) throw new Error(`There is no page ${name}`)
  const { value, isReduced } = await pages.run('view', [await site, found, PUBLIC])
  const [text = ''] = /(?<=>)[a-z ]* text|home/.exec(value.html) ?? []
  return `${isReduced ? 'reduced: ' : ''}${text}`
}

const getReason = (job: Promise<unknown>) => job.then(String, (error: Error) => error.message)

describe('a page that exceeds the deadline', () => {
  const STOPPED = new RegExp(
    `^error: The page thread was stopped, because this exceeded the deadline of 2 s: page ${createId('Slow')} \\(/slow, “Slow”\\)$`,
  )

  test('is shown in its reduced form, after the other pages and without a second attempt', async () => {
    expectConsole(STOPPED)
    const pages = createThread('if (page === SLOW && !reduced) loop()', { deadlineMs: 2000 })
    const order: string[] = []
    const names = ['Fine', 'Slow', 'Slow', 'Other'] as const
    const texts = names.map(async (name) => {
      const text = await getText(pages, name)
      order.push(text)
      return text
    })
    const reduced = 'reduced: a very long text'
    expect(await Promise.all(texts)).toEqual(['a short text', reduced, reduced, 'another text'])
    // The reduced form is prepared after the pages that were waiting.
    expect(order).toEqual(['a short text', 'another text', reduced, reduced])
    expect(await getText(pages, 'Slow')).toBe(reduced)
    expect(pages.findings).toEqual([{ kind: 'slow-page', page: createId('Slow'), isShown: true }])
    expect(pages.failure).toBeUndefined()
  })

  test('is prepared completely again once it has another version', async () => {
    expectConsole(STOPPED)
    const pages = createThread('if (page === SLOW && !reduced && !existsSync(MARK)) wait()', { deadlineMs: 2000 })
    expect(await getText(pages, 'Slow')).toBe('reduced: a very long text')
    writeFileSync(path.join(dir, 'mark'), '')
    expect(await getText(pages, 'Slow')).toBe('reduced: a very long text')
    await edit({ Slow: 'a shorter text' })
    expect(await getText(pages, 'Slow', reloadSite())).toBe('a shorter text')
  })

  test('is shown completely if only its Markdown copy exceeds it', async () => {
    for (const _ of ['complete', 'reduced']) expectConsole(STOPPED)
    const pages = createThread("if (page === SLOW && name === 'markdown') wait()", { deadlineMs: 2000 })
    const site = await getSite()
    const page = site.page(createId('Slow'), PUBLIC)
    if (page === undefined) throw new Error('There is no page')
    const reason = 'It takes too long, even in its reduced form'
    expect(await getReason(pages.run('markdown', [site, page, PUBLIC]))).toBe(reason)
    expect(await getReason(pages.run('markdown', [site, page, PUBLIC]))).toBe(reason)
    expect(await getText(pages, 'Slow')).toBe('a very long text')
    expect(pages.findings).toEqual([])
  })

  test('is not shown if its reduced form exceeds the deadline as well, and is not prepared again', async () => {
    for (const _ of ['complete', 'reduced']) expectConsole(STOPPED)
    const pages = createThread('if (page === SLOW) wait()', { deadlineMs: 2000 })
    expect(await getReason(getText(pages, 'Slow'))).toBe('It takes too long, even in its reduced form')
    expect(pages.failure).toBe('a page exceeded the deadline of 2 s')
    expect(await getText(pages, 'Fine')).toBe('a short text')
    expect(await getReason(getText(pages, 'Slow'))).toBe('It takes too long, even in its reduced form')
    expect(pages.findings).toEqual([{ kind: 'slow-page', page: createId('Slow'), isShown: false }])
  })
})

describe('a thread that ends during a page', () => {
  const ENDED = new RegExp(
    `^error: The page thread ended \\(exit code 3\\) during page ${createId('Slow')} \\(/slow, “Slow”\\) and may be started again`,
  )

  test('is replaced, and the next thread prepares the page', async () => {
    expectConsole(ENDED)
    const pages = createThread("if (page === SLOW && !existsSync(MARK)) { writeFileSync(MARK, ''); process.exit(3) }")
    expect(await Promise.all([getText(pages, 'Slow'), getText(pages, 'Fine')])).toEqual([
      'a very long text',
      'a short text',
    ])
    expect(pages.failure).toBeUndefined()
  })

  test('twice fails only that page', async () => {
    for (const _ of [1, 2]) expectConsole(ENDED)
    const pages = createThread('if (page === SLOW) process.exit(3)')
    const [slow, fine] = [getReason(getText(pages, 'Slow')), getText(pages, 'Fine')]
    expect(await fine).toBe('a short text')
    expect(await slow).toBe('The page thread ended during the job')
  })

  test('for lack of memory does not end the process', async () => {
    for (const _ of [1, 2]) expectConsole(/^error: The page thread ended \(.*memory limit.*\) during page /)
    // Many small objects: Node.js ends the process if a single large one exceeds the limit by much.
    const program = 'if (page === SLOW) for (let all; ; ) all = { all }'
    const pages = createThread(program, { heapMegabytes: 48 })
    expect(await getReason(getText(pages, 'Slow'))).toBe('The page thread ended during the job')
    expect(await getText(pages, 'Fine')).toBe('a short text')
  })
})

test('a thread that cannot start is started again after a pause, and each attempt is logged once', async () => {
  expectConsole(/^error: The page thread ended \(Cannot find module .*\) and may be started again in 5.1 s$/)
  const file = path.join(dir, 'later.mjs')
  const pages = new PageThread({ file, firstPauseMs: 5100 })
  const failures = await Promise.all(
    [getText(pages, 'Fine'), getText(pages, 'Other')].map((job) => job.catch((e) => e)),
  )
  expect(failures.map(isWorkerNotReady)).toEqual([true, true])
  expect(isWorkerNotReady(await getText(pages, 'Fine').catch((error: unknown) => error))).toBe(true)
  expect(pages.failure).toBe('the page thread ended')
  writeFileSync(file, `await import(${JSON.stringify(REAL)})`)
  await expect.poll(() => getText(pages, 'Fine').catch(() => 'not yet')).toBe('a short text')
  expect(pages.failure).toBeUndefined()
})

describe('a thread that has loaded another state of the site', () => {
  test('loads a newer state to prepare a page of it', async () => {
    const pages = new PageThread()
    expect(await getText(pages, 'Fine')).toBe('a short text')
    await edit({ Fine: 'an edited text' })
    expect(await getText(pages, 'Fine', reloadSite())).toBe('an edited text')
  })

  test('rejects a page of an older state, and the request starts again', async () => {
    getRuntime().pageThread = new PageThread()
    const pages = getRuntime().pageThread as PageThread
    const before = getSite()
    await before
    await edit({ Fine: 'an edited text' })
    expect(isSiteChanged(await getText(pages, 'Fine', before).catch((error: unknown) => error))).toBe(true)
    const starts: unknown[] = []
    const text = await respondWithSite(async (site) => {
      starts.push(site)
      // The first attempt still has the older state.
      return site && getText(pages, 'Fine', starts.length === 1 ? before : Promise.resolve(site))
    })
    expect(text).toBe('an edited text')
    expect(starts).toHaveLength(2)
  })

  test('hides pages that the serving process hides', async () => {
    const pages = new PageThread()
    const found = (await getSite()).page(createId('Fine'), PUBLIC)
    expect(await getText(pages, 'Fine')).toBe('a short text')
    getRuntime().withheld = new Set([createId('Fine')])
    onTestFinished(async () => {
      delete getRuntime().withheld
      await reloadSite()
    })
    const site = await reloadSite()
    expect(site.page(createId('Fine'), PUBLIC)).toBeUndefined()
    if (found === undefined) throw new Error('There is no page')
    expect(await getReason(pages.run('view', [site, found, PUBLIC]))).toBe('The viewer may not read it')
    expect(await getText(pages, 'Other')).toBe('another text')
  })

  test('renders the copy of an exported page from a newer state, unless that page changed', async () => {
    getRuntime().pageThread = new PageThread()
    const site = await getSite()
    const fine = site.page(createId('Fine'), PUBLIC) as SitePage
    const copy = { kind: 'file', content: expect.stringContaining('a short text'), isLasting: true }
    await edit({ Other: 'an edited text' })
    expect(await renderCopy(site, fine)).toEqual(copy)
    await edit({ Fine: 'an edited text' })
    await expect(renderCopy(site, fine)).rejects.toThrow('The workspace changed during the export')
  })

  test('renders no copy of an exported page if the thread cannot start', async () => {
    expectConsole(/^error: The page thread /)
    getRuntime().pageThread = new PageThread({ file: path.join(dir, 'missing.mjs'), firstPauseMs: 50 })
    const site = await getSite()
    const copy = renderCopy(site, site.page(createId('Fine'), PUBLIC) as SitePage)
    await expect(copy).rejects.toThrow('The page thread cannot start, so nothing was replaced')
  })
})

test('a thread ends when idle and is started again', async () => {
  const pages = new PageThread({ idleMs: 100 })
  expect(pages.isRunning).toBe(false)
  expect(await getText(pages, 'Fine')).toBe('a short text')
  expect(pages.isRunning).toBe(true)
  await expect.poll(() => pages.isRunning).toBe(false)
  expect(await getText(pages, 'Fine')).toBe('a short text')
})
