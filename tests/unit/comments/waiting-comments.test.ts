import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  addWaiting,
  FORM_AGES,
  getQueueFolder,
  listWaiting,
  QUEUE_LIMITS,
  type QueueSettings,
  removeFormerIds,
  removeWaiting,
  updateWaiting,
  type WaitingComment,
} from '@/lib/comments/waiting-comments'
import { readEnv } from '@/lib/settings/env'
import { createTemporaryFolder } from '@/tests/support/folders'
import { createId } from '@/tests/support/records'

const createEnv = () => readEnv({ STATE_DIR: createTemporaryFolder() }, '/')
const createComment = (name: string, more: Partial<WaitingComment> = {}): WaitingComment => ({
  ...{ id: createId(name), at: 1000, page: createId('Talk'), name, text: 'Fine words', verdict: 'new', ...more },
})
const listNames = async (env: QueueSettings) => (await listWaiting(env)).map(({ name }) => name)

test('comments are listed by time, those that were refused last', async () => {
  const env = createEnv()
  await addWaiting(createComment('Refused', { at: 1, refusals: 2 }), env)
  await addWaiting(createComment('Later', { at: 3 }), env)
  await addWaiting(createComment('Sooner', { at: 2, replyTo: createId('First') }), env)
  expect(await listNames(env)).toEqual(['Sooner', 'Later', 'Refused'])
  expect((await listWaiting(env))[0]?.replyTo).toBe(createId('First'))
})

test('a form that is sent again stores nothing, also after its comment was written', async () => {
  const env = createEnv()
  const comment = createComment('Ann')
  const sent = Array.from({ length: 20 }, () => addWaiting(comment, env))
  expect((await Promise.all(sent)).filter((each) => each === 'added')).toHaveLength(1)
  await removeWaiting(comment, env)
  expect(await addWaiting(comment, env)).toBe('known')
  expect(await listWaiting(env)).toEqual([])
})

test('a form that is sent again with another text is not taken for the same comment', async () => {
  const env = createEnv()
  const comment = createComment('Ann')
  const corrected = { ...comment, text: 'Finer words' }
  const outcomes = await Promise.all([comment, corrected].map((each) => addWaiting(each, env)))
  expect(outcomes.sort()).toEqual(['added', 'changed'])
  const [stored = comment] = await listWaiting(env)
  const other = stored.text === comment.text ? corrected : comment
  for (let times = 0; times < 2; times++) {
    expect(await addWaiting({ ...stored, verdict: 'spam' }, env)).toBe('known')
    expect(await addWaiting(other, env)).toBe('changed')
    await removeWaiting(stored, env)
  }
})

test('nothing of a comment is kept but its form and a hash, until that is too old to be sent', async () => {
  const env = createEnv()
  const comment = createComment('Ann')
  await addWaiting(comment, env)
  const folder = getQueueFolder(env)
  const file = path.join(folder, `${comment.id}.json`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await removeWaiting(comment, env)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ at: 1000, isWritten: true, hash: expect.any(String) })
  await removeFormerIds(env, comment.at + FORM_AGES.maxMs)
  // A clock that is set back removes none: the form becomes valid again.
  await removeFormerIds(env, 0)
  expect(readdirSync(folder)).toHaveLength(1)
  await removeFormerIds(env, comment.at + FORM_AGES.maxMs + 1)
  expect(readdirSync(folder)).toEqual([])
})

test('a comment that waits is never removed for its age', async () => {
  const env = createEnv()
  await addWaiting(createComment('Ann'), env)
  await removeFormerIds(env, 1e15)
  expect(await listNames(env)).toEqual(['Ann'])
})

test('what a killed process leaves is no comment, and is removed later', async () => {
  const env = createEnv()
  const folder = getQueueFolder(env)
  mkdirSync(folder, { recursive: true })
  const unfinished = path.join(folder, `${createId('Ann')}.tmp`)
  writeFileSync(unfinished, '{"at":1')
  writeFileSync(path.join(folder, `${createId('Ben')}.json`), '{"at":1')
  writeFileSync(path.join(folder, 'notes.json'), '{}')
  expect(await listWaiting(env)).toEqual([])
  await removeFormerIds(env)
  expect(readdirSync(folder)).toHaveLength(3)
  utimesSync(unfinished, 0, 0)
  await removeFormerIds(env)
  expect(readdirSync(folder)).not.toContain(path.basename(unfinished))
})

test('a comment is marked before it is sent', async () => {
  const env = createEnv()
  const comment = createComment('Ann')
  await addWaiting(comment, env)
  await updateWaiting({ ...comment, isTried: true, refusals: 1 }, env)
  expect(await listWaiting(env)).toEqual([{ ...comment, isTried: true, refusals: 1 }])
})

test('only comments that wait count towards the limit', async () => {
  const env = createEnv()
  const limits = { ...QUEUE_LIMITS }
  onTestFinished(() => void Object.assign(QUEUE_LIMITS, limits))
  Object.assign(QUEUE_LIMITS, { comments: 1 })
  // Its form remains, because it was made by a clock that was ahead.
  const written = createComment('Ann', { at: 1e15 })
  await addWaiting(written, env)
  expect(await addWaiting(createComment('Ben'), env)).toBe('full')
  await removeWaiting(written, env)
  await removeFormerIds(env)
  expect(await addWaiting(written, env)).toBe('known')
  expect(await addWaiting(createComment('Cem', { refusals: limits.refusals }), env)).toBe('added')
  expect(await addWaiting(createComment('Dee'), env)).toBe('added')
  expect(await listNames(env)).toEqual(['Dee'])
})

test('a comment that was refused too often stays for a month', async () => {
  const env = createEnv()
  await addWaiting(createComment('Ann', { refusals: QUEUE_LIMITS.refusals }), env)
  const month = 30 * 24 * 3600_000
  await removeFormerIds(env, 1000 + month)
  expect(readdirSync(getQueueFolder(env))).toHaveLength(1)
  await removeFormerIds(env, 1001 + month)
  expect(readdirSync(getQueueFolder(env))).toEqual([])
})

test('another workspace in the same folder for state has a queue of its own', async () => {
  const env = createEnv()
  await addWaiting(createComment('Ann'), { ...env, rootId: createId('First') })
  expect(await listNames({ ...env, rootId: createId('First') })).toEqual(['Ann'])
  expect(await listNames({ ...env, rootId: createId('Second') })).toEqual([])
})
