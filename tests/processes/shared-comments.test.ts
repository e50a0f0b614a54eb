import { describe, expect, test } from 'vitest'
import {
  addWaiting,
  listWaiting,
  QUEUE_LIMITS,
  removeWaiting,
  type WaitingComment,
} from '@/lib/comments/waiting-comments'
import { waitForRedis } from '@/lib/redis/shared'
import { readEnv } from '@/lib/settings/env'
import { startFileRedis } from '@/tests/support/file-redis'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { readFields } from '@/tests/support/official/records'
import { Bench, createHostedId } from '@/tests/unit/sync/support'
import { runSync, startSync } from './sync-process'

const server = await startFileRedis()
const redis = await server.client()

/** Starts a workspace with an empty database of comments. `more` are variables of the site. */
async function start(more: Record<string, string> = {}) {
  const data = createHostedWorkspace({ Talk: {}, List: {} })
  const collection = addCollection(data, 'List', { rows: [] })
  const record = data.collection.get(collection)
  if (record === undefined) throw new Error('There is no collection')
  const options = ['New', 'Approved', 'Spam'].map((value) => ({ id: value, value, color: 'gray' }))
  record.name = [['Comments']]
  record.schema = {
    title: { name: 'Name', type: 'title' },
    text: { name: 'Text', type: 'text' },
    page: { name: 'Page', type: 'text' },
    stat: { name: 'Status', type: 'select', options },
    form: { name: 'Comment ID', type: 'text' },
  }
  const bench = await Bench.start(data, 'official')
  const form = { COMMENTS: `notion:${collection}`, COMMENTS_FORM: 'review', SITE_SECRET: 'a-secret-of-the-tests' }
  const variables = bench.variables({ ...form, ...more })
  const env = readEnv(variables, bench.dir)
  if (env.redisUrl !== undefined) expect(await waitForRedis(env.redisUrl, 10_000)).toBe(true)
  const listNames = () =>
    data
      .listRows(collection)
      .map(({ properties }) => String(readFields(properties).title))
      .sort()
  return { bench, variables, env, listNames }
}

const createComment = (name: string): WaitingComment => ({
  ...{ id: createHostedId(`comment ${name}`), at: Date.now(), page: createHostedId('Talk'), name },
  ...{ text: `Text of ${name}`, verdict: 'new' },
})

describe.each([
  ['a folder', () => ({})],
  ['Redis', () => ({ REDIS_URL: server.url })],
] as const)('with a queue in %s', (_, getVariables) => {
  test('comments are written once, although syncs are killed while they wait for the response to a write', async () => {
    await redis.flushAll()
    const { bench, variables, env, listNames } = await start(getVariables())
    const names = ['Ann', 'Ben', 'Cem', 'Dee']
    for (const name of names) await addWaiting(createComment(name), env)
    // The stand-in writes the row, and never responds. A sync that is killed then does not know it.
    for (const name of names.slice(0, 3)) {
      const fault = { kind: 'hang', call: 'pages.create', bodyContains: `Text of ${name}` } as const
      bench.server.faults.push(fault)
      const killed = startSync(variables)
      await expect
        .poll(() => bench.server.calls.some(({ body }) => JSON.stringify(body).includes(`Text of ${name}`)), {
          timeout: 30_000,
        })
        .toBe(true)
      killed.child.kill('SIGKILL')
      await killed.code
      bench.server.faults.splice(0)
    }
    expect(await runSync(variables)).toMatchObject({ code: 0 })
    expect(listNames()).toEqual(names)
    expect(await listWaiting(env)).toEqual([])
    expect(await runSync(variables)).toMatchObject({ code: 0 })
    expect(listNames()).toEqual(names)
  })

  test('a form that is sent to several instances at once is stored once, and the queue has a limit', async () => {
    await redis.flushAll()
    const { env } = await start(getVariables())
    const comment = createComment('Ann')
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => addWaiting(comment, env)))
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1)
    expect(await addWaiting({ ...comment, text: 'Another text' }, env)).toBe('changed')
    await removeWaiting(comment, env)
    expect(await addWaiting(comment, env)).toBe('known')
    expect(await addWaiting({ ...comment, text: 'Another text' }, env)).toBe('changed')
    const { comments } = QUEUE_LIMITS
    QUEUE_LIMITS.comments = 1
    try {
      expect(await addWaiting(createComment('Ben'), env)).toBe('added')
      expect(await addWaiting(createComment('Cem'), env)).toBe('full')
    } finally {
      QUEUE_LIMITS.comments = comments
    }
  })
})

test('comments in Redis survive its restart, and wait while it is away', async () => {
  await redis.flushAll()
  const { variables, env, listNames } = await start({ REDIS_URL: server.url })
  await addWaiting(createComment('Ann'), env)
  await server.interrupt()
  await expect(addWaiting(createComment('Ben'), env)).rejects.toThrow()
  expect(await runSync(variables)).toMatchObject({ code: 2, output: expect.stringContaining('Redis does not respond') })
  expect(listNames()).toEqual([])
  await server.resume()
  await expect.poll(() => waitForRedis(server.url, 1000), { timeout: 10_000 }).toBe(true)
  expect(await runSync(variables)).toMatchObject({ code: 0 })
  expect(listNames()).toEqual(['Ann'])
})
