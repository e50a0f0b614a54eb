import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { addWaiting, listWaiting, QUEUE_LIMITS, type WaitingComment } from '@/lib/comments/waiting-comments'
import { readEnv } from '@/lib/settings/env'
import { sendComments } from '@/lib/sync/send-comments'
import type { WorkspaceSource } from '@/lib/sync/workspace-source'
import { expectConsole } from '@/tests/support/console'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { readFields } from '@/tests/support/official/records'
import { Bench, createHostedId } from '../support'

const PAGE = createHostedId('Talk')
const FORM = { COMMENTS_FORM: 'review', SITE_SECRET: 'a-secret-of-the-tests' }

/** Starts a workspace with a database of comments, in which `page` is the type of `Page`. */
async function start({ page = 'text', hasId = true } = {}) {
  const data = createHostedWorkspace({ Talk: {}, List: {} })
  const collection = addCollection(data, 'List', { rows: ['Ann'], views: { Table: { type: 'table' } } })
  const record = data.collection.get(collection)
  if (record === undefined) throw new Error('There is no collection')
  record.name = [['Comments']]
  const option = (value: string) => ({ id: value, value, color: 'gray' })
  record.schema = {
    title: { name: 'Name', type: 'title' },
    text: { name: 'Text', type: 'text' },
    page: { name: 'Page', type: page },
    stat: { name: 'Status', type: 'select', options: ['New', 'Approved', 'Spam'].map(option) },
    rply: { name: 'Reply to', type: 'relation', collection_id: collection },
    ...(hasId && { form: { name: 'Comment ID', type: 'text' } }),
  }
  const bench = await Bench.start(data, 'official')
  const variables = { COMMENTS: `notion:${collection}`, ...FORM }
  const env = readEnv(bench.variables(variables), bench.dir)
  const listRows = () =>
    data
      .listRows(collection)
      .map(({ properties }) => readFields(properties))
      .filter(({ form }) => form !== undefined)
  return { bench, env, variables, listRows, sync: () => bench.sync({ env: variables }) }
}

const createComment = (name: string, more: Partial<WaitingComment> = {}): WaitingComment => ({
  ...{ id: createHostedId(`comment ${name}`), at: Date.now(), page: PAGE, name, text: `Text of ${name}` },
  ...{ verdict: 'new', ...more },
})

test('writes waiting comments once, with their page, status and the comment to which they reply', async () => {
  const { env, listRows, sync } = await start()
  const long = `${'字'.repeat(4990)}\n😀`
  await addWaiting(createComment('Ben', { text: long, replyTo: createHostedId('Ann') }), env)
  await addWaiting(createComment('', { verdict: 'spam' }), env)
  expect(await sync()).toMatchObject({ state: 'done', failed: [] })
  expect(listRows()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: [['Ben']], stat: [['New']], page: [['‣', [['p', PAGE]]]] }),
      expect.objectContaining({ title: [], stat: [['Spam']] }),
    ]),
  )
  const { text, rply } = readFields(listRows().find((row) => row.rply !== undefined))
  expect((text as [string][]).map(([piece]) => piece).join('')).toBe(long)
  expect(rply).toEqual([['‣', [['p', createHostedId('Ann')]]]])
  expect(await listWaiting(env)).toEqual([])
  expect((await sync()).comments).toBeUndefined()
  expect(listRows()).toHaveLength(2)
})

test('a comment that is approved at once appears with the same sync', async () => {
  const { bench, env, sync } = await start({ page: 'url' })
  await addWaiting(createComment('Ben', { verdict: 'approved' }), env)
  await sync()
  const { comments } = bench.manifest() as unknown as { comments: { file: string } }
  const shown = JSON.parse(readFileSync(`${bench.snapshot}/${comments.file}`, 'utf8'))
  expect(shown).toMatchObject([{ page: PAGE, name: 'Ben', text: 'Text of Ben' }])
})

describe('while Notion is away', () => {
  test('a comment whose write had no response is not written again', async () => {
    const { bench, env, listRows, sync } = await start()
    await addWaiting(createComment('Ben'), env)
    // The stand-in writes the row, and ends the connection without a response.
    bench.server.faults.push({ kind: 'reset', call: 'pages.create', times: 1 })
    expect((await sync()).comments).toMatch(/^new ones wait, because no connection/)
    expect(await listWaiting(env)).toMatchObject([{ name: 'Ben', isTried: true }])
    expect((await sync()).comments).toBeUndefined()
    expect(listRows()).toHaveLength(1)
    expect(await listWaiting(env)).toEqual([])
  })

  test('a comment whose write failed is written later', async () => {
    const { bench, env, listRows, sync } = await start()
    await addWaiting(createComment('Ben'), env)
    bench.server.faults.push({ kind: 'unavailable', call: 'pages.create', times: 1 })
    await sync()
    expect(listRows()).toEqual([])
    await sync()
    expect(listRows()).toHaveLength(1)
  })

  test('nothing is written until it is known whether the last write succeeded', async () => {
    const { bench, env, listRows, sync } = await start()
    await addWaiting(createComment('Ben', { isTried: true }), env)
    bench.server.faults.push({ kind: 'forbidden', call: 'data_sources.query' })
    await sync()
    expect(listRows()).toEqual([])
    expect(await listWaiting(env)).toHaveLength(1)
  })
})

test('a comment that Notion refuses waits behind others, and does not hold them up', async () => {
  const { bench, env, listRows, sync } = await start()
  await addWaiting(createComment('Old', { at: 1 }), env)
  await addWaiting(createComment('Ben'), env)
  bench.server.faults.push({ kind: 'refused', call: 'pages.create', bodyContains: 'Text of Old' })
  expect((await sync()).comments).toMatch(/^new ones wait, because the workspace responded with 400/)
  expect(listRows()).toMatchObject([{ title: [['Ben']] }])
  expect(await listWaiting(env)).toMatchObject([{ name: 'Old', refusals: 1 }])
  bench.server.faults.splice(0)
  await addWaiting(createComment('Cem'), env)
  await sync()
  expect(listRows()).toHaveLength(3)
})

describe('a comment that Notion refuses', () => {
  test('is sent without the comment to which it replies', async () => {
    const { bench, env, listRows, sync } = await start()
    await addWaiting(createComment('Ben', { replyTo: createHostedId('Ann') }), env)
    bench.server.faults.push({ kind: 'refused', call: 'pages.create', times: 1 })
    await sync()
    expect(listRows()).toEqual([])
    await sync()
    expect(listRows()).toMatchObject([{ title: [['Ben']] }])
    expect(listRows()[0]).not.toHaveProperty('rply')
  })

  test('too often waits no more, and the log names only its id', async () => {
    const { bench, env, sync } = await start()
    const comment = createComment('Ben', { isTried: true, refusals: QUEUE_LIMITS.refusals - 1 })
    await addWaiting(comment, env)
    bench.server.faults.push({ kind: 'refused', call: 'pages.create' })
    expectConsole(new RegExp(`^error: Notion refused the comment ${comment.id} too often$`))
    expect((await sync()).comments).toMatch(/: check the properties of the database of comments$/)
    expect(await listWaiting(env)).toEqual([])
    expect((await sync()).comments).toBeUndefined()
  })
})

test('comments that wait are sent after the form was turned off', async () => {
  const { bench, env, listRows, variables } = await start()
  await addWaiting(createComment('Ben'), env)
  await bench.sync({ env: { COMMENTS: variables.COMMENTS } })
  expect(listRows()).toHaveLength(1)
})

describe('sendComments', () => {
  const createSource = (writeComment: () => Promise<void>) =>
    ({ hasComment: async () => false, writeComment }) as unknown as WorkspaceSource

  test('removes nothing if the source cannot write', async () => {
    const { env } = await start()
    await addWaiting(createComment('Ben'), env)
    expect(await sendComments({} as WorkspaceSource, env)).toMatch(/^this source cannot write/)
    expect(await listWaiting(env)).toEqual([createComment('Ben', { at: expect.any(Number) })])
  })

  test.each([new DOMException('ended', 'AbortError'), new TypeError('a defect')])('throws %s', async (error) => {
    const { env } = await start()
    await addWaiting(createComment('Ben'), env)
    await expect(
      sendComments(
        createSource(() => Promise.reject(error)),
        env,
      ),
    ).rejects.toBe(error)
  })

  test('reports a folder that cannot be used, and what to do', async () => {
    const { env } = await start()
    mkdirSync(env.stateDir, { recursive: true })
    writeFileSync(path.join(env.stateDir, 'comments'), '')
    expect(
      await sendComments(
        createSource(async () => {}),
        env,
      ),
    ).toBe('the queue of comments cannot be used (ENOTDIR): make room in STATE_DIR, and give this user write access')
  })
})

test('a database without the property for ids is reported, with the command that adds it', async () => {
  const { env, listRows, sync } = await start({ hasId: false })
  await addWaiting(createComment('Ben'), env)
  expect((await sync()).comments).toMatch(/run npm run setup -- comments$/)
  expect(listRows()).toEqual([])
  expect(await listWaiting(env)).toHaveLength(1)
})

test('the database of comments is no page of the site, wherever it is', async () => {
  const { bench, sync } = await start()
  await sync()
  expect(bench.pages()).not.toContain(createHostedId('Ann'))
  expect(bench.page(createHostedId('List'))).not.toContain(createHostedId('List collection'))
})

test('the queue has a limit', async () => {
  const { env } = await start()
  const { comments } = QUEUE_LIMITS
  QUEUE_LIMITS.comments = 1
  try {
    expect(await addWaiting(createComment('Ann'), env)).toBe('added')
    expect(await addWaiting(createComment('Ann'), env)).toBe('known')
    expect(await addWaiting(createComment('Ben'), env)).toBe('full')
  } finally {
    QUEUE_LIMITS.comments = comments
  }
})
