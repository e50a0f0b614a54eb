import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  addWaiting,
  FORM_AGES,
  listWaiting,
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
const listNames = async (env: ReturnType<typeof createEnv>) => (await listWaiting(env)).map(({ name }) => name)

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

test('nothing of a comment is kept but its form, until that is too old to be sent', async () => {
  const env = createEnv()
  const comment = createComment('Ann')
  await addWaiting(comment, env)
  const folder = path.join(env.stateDir, 'comments')
  const file = path.join(folder, `${comment.id}.json`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await removeWaiting(comment, env)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ at: 1000, isWritten: true })
  await removeFormerIds(env, comment.at + FORM_AGES.mostMs)
  // A clock that is set back removes none: the form becomes valid again.
  await removeFormerIds(env, 0)
  expect(readdirSync(folder)).toHaveLength(1)
  await removeFormerIds(env, comment.at + FORM_AGES.mostMs + 1)
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
  const folder = path.join(env.stateDir, 'comments')
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
