import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '@/tests/support/folders'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { UNUSED_PORT } from '@/tests/support/ports'
import { Bench, createHostedId } from '@/tests/unit/sync/support'
import { planPages, runSync } from './sync-process'

/** Backoff is a random time up to a limit. Without randomness the process retries at once. */
const WITHOUT_BACKOFF = { NODE_OPTIONS: '--import=data:text/javascript,Math.random=()=>0' }

test('a failed sync prints one sentence, exits with 1 and keeps the snapshot', async () => {
  const unreachable = { NOTION_API_BASE_URL: `http://127.0.0.1:${UNUSED_PORT}/api/v3` }
  const cases: [env: Record<string, string>, token: string | undefined, message: RegExp][] = [
    [
      { NOTION_ROOT_PAGE: createHostedId('nobody') },
      undefined,
      /^The workspace shows no page under NOTION_ROOT_PAGE: [^\n]+\n$/,
    ],
    [{}, 'v03:needed', /^The root page is private \(the workspace responded with 401\): [^\n]+\n$/],
    [{ NOTION_TOKEN: 'v03:secret' }, 'v03:needed', /^The workspace rejects NOTION_TOKEN_V2 [^\n]+\n$/],
    [
      unreachable,
      undefined,
      /^The workspace at http:\S+ cannot be reached \(no connection \(ECONNREFUSED\)\): [^\n]+\n$/,
    ],
    [{ NOTION_ROOT_PAGE: 'my page' }, undefined, /NOTION_ROOT_PAGE/],
  ]
  const check = async ([env, token, message]: (typeof cases)[number]) => {
    const bench = await Bench.start(createHostedWorkspace(planPages(3)))
    expect(await bench.sync({ env: { NOTION_TOKEN: 'v03:secret' } })).toMatchObject({ state: 'done' })
    const before = readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')
    bench.server.token = token
    const { code, output } = await runSync(bench.variables({ ...WITHOUT_BACKOFF, ...env }))
    // Progress lines may precede the error.
    expect(output.replace(/^0 of 0 pages.+\n/gm, '')).toMatch(message)
    expect(output).not.toContain('v03:')
    expect(code).toBe(1)
    expect(readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')).toBe(before)
    for (const id of bench.pages()) expect(existsSync(bench.getFile(id))).toBe(true)
    const report = path.join(bench.stateDir, 'sync/report.json')
    expect(readFileSync(report, 'utf8')).not.toContain('v03:')
  }
  await Promise.all(cases.map(check))
})

test('the error names a folder that is not writable', async () => {
  const bench = await Bench.start(createHostedWorkspace({}))
  const file = path.join(createTemporaryFolder(), 'file')
  writeFileSync(file, '')
  const { code, output } = await runSync(bench.variables({ WORKSPACE_DIR: path.join(file, 'snapshot') }))
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('Cannot write to') })
})

test('a full disk keeps the old pages, and the next sync continues', async () => {
  const bench = await Bench.start(createHostedWorkspace(planPages(3)))
  await bench.sync()
  bench.server.editor.write(createHostedId('Page 1'), 'long '.repeat(100_000))
  bench.server.editor.write(createHostedId('Page 2'), 'short')
  // Files are limited to 250 kB.
  const { code, output } = await runSync(bench.variables(), [], 'ulimit -f 500')
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringMatching(/^Cannot write to [^\n]+\n$/),
  })
  for (const id of bench.pages()) expect(() => JSON.parse(bench.page(id))).not.toThrow()
  expect(bench.page(createHostedId('Page 1'))).not.toContain('long')
  expect(await runSync(bench.variables())).toMatchObject({ code: 0 })
  expect(bench.page(createHostedId('Page 1'))).toContain('long')
  expect(bench.page(createHostedId('Page 2'))).toContain('short')
})

test('failed pages are listed, the others are copied, and the exit code is 2, also with --json', async () => {
  const bench = await Bench.start(createHostedWorkspace(planPages(3)))
  bench.server.faults.push({ kind: 'refused', call: 'loadPageChunk', bodyContains: createHostedId('Page 1') })
  const { code, output } = await runSync(bench.variables(), ['--json'])
  const reports = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(code).toBe(2)
  expect(reports.at(-1)).toMatchObject({ state: 'done', failed: [{ id: createHostedId('Page 1') }] })
  expect(bench.pages()).toEqual(['Home', 'Page 0', 'Page 2'].map(createHostedId).sort())

  const plain = await runSync(bench.variables())
  expect(plain).toEqual({ code: 2, output: expect.stringContaining(`Failed: ${createHostedId('Page 1')}`) })
  bench.server.faults.length = 0
  expect(await runSync(bench.variables())).toEqual({
    code: 0,
    output: expect.stringMatching(/^Refreshed in .+: 1 added\n$/),
  })
})
