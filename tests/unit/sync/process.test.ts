import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { requestSync } from '@/lib/snapshot/sync-requests'
import { temporaryFolder } from '@/tests/support/folders'
import { Bench, idOf, type Plan, workspaceOf } from './support'

vi.setConfig({ testTimeout: 60_000 })

interface Run {
  child: ChildProcess
  /** Everything that it wrote so far. */
  output(): string
  code: Promise<number | null>
}

/** Starts `npm run sync` as people do, but for npm; in a shell that was told something first. */
function start(env: Record<string, string>, args: string[] = [], first = ':'): Run {
  const { PATH, HOME } = process.env
  const command = [process.execPath, 'tools/run.mjs', 'sync', ...args]
  const child = spawn('sh', ['-c', `${first}; exec "$@"`, 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, NODE_ENV: 'production', ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  return { child, output: () => output, code: once(child, 'close').then(([code]) => code as number | null) }
}

async function run(env: Record<string, string>, args: string[] = [], first?: string) {
  const { code, output } = start(env, args, first)
  return { code: await code, output: output() }
}

const many = (count: number): Plan => Object.fromEntries(Array.from({ length: count }, (_, n) => [`Page ${n}`, {}]))
const countOf = (bench: Bench, name: string) => bench.server.calls.filter((call) => call.name === name).length

test('a run that is killed leaves a whole snapshot, and the next one goes on where it was', async () => {
  const bench = await Bench.start(workspaceOf(many(120)))
  const first = start(bench.variables({ SYNC_RATE: '25' }))
  await expect.poll(() => countOf(bench, 'loadPageChunk'), { timeout: 30_000 }).toBeGreaterThan(70)
  first.child.kill('SIGKILL')
  await first.code
  for (const id of bench.pages()) expect(() => JSON.parse(bench.page(id))).not.toThrow()
  expect(bench.pages().length).toBeGreaterThan(20)

  const { loadPageChunk: before = 0 } = bench.server.takeCounts()
  expect(await run(bench.variables())).toMatchObject({ code: 0 })
  expect(bench.pages()).toHaveLength(121)
  const { loadPageChunk: after = 0 } = bench.server.takeCounts()
  // Only what was under way is fetched twice.
  expect(before + after).toBeLessThanOrEqual(121 + 30)
})

test('a second sync into the same folder says so and leaves; after a kill nobody is in the way', async () => {
  const bench = await Bench.start(workspaceOf(many(30)))
  const first = start(bench.variables({ SYNC_RATE: '0.5' }))
  await expect.poll(() => countOf(bench, 'loadPageChunk'), { timeout: 30_000 }).toBeGreaterThan(0)
  const second = await run(bench.variables())
  expect(second).toEqual({ code: 1, output: expect.stringContaining(`Another sync is at work in ${bench.snapshot}`) })
  first.child.kill('SIGKILL')
  await first.code
  expect(await run(bench.variables())).toMatchObject({ code: 0 })
})

test('what cannot be synced is one sentence and exit code 1, and the snapshot stays', async () => {
  const bench = await Bench.start(workspaceOf(many(3)))
  expect((await run(bench.variables({ NOTION_TOKEN: 'v03:secret' }))).code).toBe(0)
  const before = readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')
  const gone = await siteElsewhere()
  await gone.stop()
  const unreachable = { NOTION_API_BASE_URL: `${gone.origin}/api/v3` }
  const cases: [env: Record<string, string>, token: string | undefined, says: RegExp][] = [
    [{ NOTION_ROOT_PAGE: idOf('nobody') }, undefined, /^The workspace shows no page under NOTION_ROOT_PAGE: [^\n]+\n$/],
    [{}, 'v03:needed', /^The root page is private \(the workspace answered 401\): [^\n]+\n$/],
    [{ NOTION_TOKEN: 'v03:secret' }, 'v03:needed', /^The workspace does not take NOTION_TOKEN [^\n]+\n$/],
    [
      unreachable,
      undefined,
      /^The workspace at http:\S+ cannot be reached \(no connection \(ECONNREFUSED\)\): [^\n]+\n$/,
    ],
    [{ NOTION_ROOT_PAGE: 'my page' }, undefined, /NOTION_ROOT_PAGE/],
  ]
  for (const [env, token, says] of cases) {
    bench.server.token = token
    const { code, output } = await run(bench.variables(env))
    // Before it gives up it may say how it goes.
    expect(output.replace(/^0 of 0 pages.+\n/gm, '')).toMatch(says)
    expect(output).not.toContain('v03:')
    expect(code).toBe(1)
    expect(readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')).toBe(before)
    for (const id of bench.pages()) expect(existsSync(path.join(bench.snapshot, 'pages', `${id}.json`))).toBe(true)
  }
  expect(readFileSync(path.join(bench.stateDir, 'sync/report.json'), 'utf8')).not.toContain('v03:')
})

test('a folder that cannot be written to is named', async () => {
  const bench = await Bench.start(workspaceOf({}))
  const file = path.join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const { code, output } = await run(bench.variables({ WORKSPACE_DIR: path.join(file, 'snapshot') }))
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('Cannot write to') })
})

test('when there is no room the old pages stay, and the next run goes on', async () => {
  const bench = await Bench.start(workspaceOf(many(3)))
  await run(bench.variables())
  bench.server.editor.write(idOf('Page 1'), 'long '.repeat(100_000))
  bench.server.editor.write(idOf('Page 2'), 'short')
  // No file may be longer than 250 kB.
  const { code, output } = await run(bench.variables(), [], 'ulimit -f 500')
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringMatching(/^Cannot write the snapshot to [^\n]+\n$/),
  })
  for (const id of bench.pages()) expect(() => JSON.parse(bench.page(id))).not.toThrow()
  expect(bench.page(idOf('Page 1'))).not.toContain('long')
  expect(await run(bench.variables())).toMatchObject({ code: 0 })
  expect(bench.page(idOf('Page 1'))).toContain('long')
  expect(bench.page(idOf('Page 2'))).toContain('short')
})

test('pages that fail are named, the others are there, and the exit code says so; for machines too', async () => {
  const bench = await Bench.start(workspaceOf(many(3)))
  bench.server.faults.push({ kind: 'refused', call: 'loadPageChunk', about: idOf('Page 1') })
  const { code, output } = await run(bench.variables(), ['--json'])
  const reports = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(code).toBe(1)
  expect(reports.at(-1)).toMatchObject({ state: 'done', failed: [{ id: idOf('Page 1') }] })
  expect(bench.pages()).toEqual(['Home', 'Page 0', 'Page 2'].map(idOf).sort())

  const plain = await run(bench.variables())
  expect(plain).toEqual({ code: 1, output: expect.stringContaining(`Failed: ${idOf('Page 1')}`) })
  bench.server.faults.length = 0
  expect(await run(bench.variables())).toEqual({
    code: 0,
    output: expect.stringMatching(/^Refreshed in .+: 1 added\n$/),
  })
})

test('watching, it feeds a site that runs elsewhere, and takes what is asked for first', async () => {
  const bench = await Bench.start(workspaceOf(many(40)))
  const site = await siteElsewhere()
  const watching = { SYNC_INTERVAL: '1', REVALIDATE_SECRET: 'open sesame', SITE_URL: site.origin }
  const { child, code } = start(bench.variables(watching), ['--watch'])
  await expect.poll(() => site.told.at(-1)?.pages.length, { timeout: 30_000 }).toBe(41)
  expect(site.told.at(-1)?.authorization).toBe('Bearer open sesame')

  bench.server.editor.write(idOf('Page 7'), 'a word')
  await expect.poll(() => site.told.at(-1)?.pages, { timeout: 10_000 }).toEqual([idOf('Page 7')])

  // While a refresh hangs on the workspace, a page that is asked for comes.
  bench.server.faults.push({ kind: 'hang', call: 'syncRecordValuesMain' })
  await expect.poll(() => bench.server.calls.at(-1)?.name, { timeout: 10_000 }).toBe('syncRecordValuesMain')
  bench.server.editor.write(idOf('Page 8'), 'another word')
  await requestSync(bench.stateDir, { pages: [idOf('Page 8')] })
  await expect.poll(() => bench.page(idOf('Page 8')), { timeout: 5000 }).toContain('another word')
  child.kill('SIGTERM')
  expect(await code).toBe(0)
})

test('once, it ends when a site that runs elsewhere knows what changed', async () => {
  const bench = await Bench.start(workspaceOf(many(3)))
  const site = await siteElsewhere()
  const env = bench.variables({ REVALIDATE_SECRET: 'open sesame', SITE_URL: site.origin })
  expect(await run(env)).toMatchObject({ code: 0 })
  expect(site.told.map(({ pages }) => pages.length)).toEqual([4])

  await site.stop()
  bench.server.editor.write(idOf('Page 1'), 'a word')
  expect(await run(env)).toEqual({
    code: 0,
    output: expect.stringMatching(/\nThe site was not told what changed: .+\n$/),
  })
})

/** Stands for a site on another machine. */
async function siteElsewhere() {
  const told: { pages: string[]; authorization: string | undefined }[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const asked = { ...(JSON.parse(body) as { pages: string[] }), authorization: request.headers.authorization }
    // It takes a while to show what it is told, and whoever leaves before has told it nothing.
    await pause(500)
    if (request.socket.destroyed) return
    told.push(asked)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(stop)
  return { origin: `http://127.0.0.1:${port}`, told, stop }
}
