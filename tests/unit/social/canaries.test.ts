import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import type { PictureProcess } from '@/lib/pictures/picture-process'
import { getRuntime } from '@/lib/runtime'
import { type Env, readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { type ClosedBy, matchCanaries, writeCanaryWorkspace } from '../../support/canary-workspace'

const { dir, files } = writeCanaryWorkspace()
const stateDir = mkdtempSync(path.join(tmpdir(), 'colophon-canaries-'))
afterAll(() => {
  for (const each of [dir, stateDir]) rmSync(each, { recursive: true, force: true })
})
const env: Env = readEnv({ WORKSPACE_DIR: dir, STATE_DIR: stateDir, SITE_SECRET: 'a-secret-of-the-tests' }, stateDir)
const FOR_VISITORS: ClosedBy[] = ['draft', 'locked', 'members', 'staff', 'deleted', 'hidden', 'unshown']

vi.mock('@/lib/settings/env', async (original) => ({
  ...(await original<typeof import('@/lib/settings/env')>()),
  getEnv: () => env,
}))
vi.mock('@/lib/site/get-site', () => ({ getStore: () => openWorkingCopy(env) }))

const { getSocialImage } = await import('@/lib/social/social-image')

const drawn: string[] = []
const run = async (_name: string, input: object) => {
  drawn.push(JSON.stringify(input))
  return Uint8Array.of(1)
}
getRuntime().pictures = { run } as unknown as PictureProcess

it('social images contain no text and no picture that visitors may not see', async () => {
  await prepareSite(env, Date.now(), {
    converter: { version: '', limitMs: Number.POSITIVE_INFINITY, convert: async () => undefined },
  })
  const index = await readSavedIndex(openWorkingCopy(env))
  if (index === undefined) throw new Error('No index was saved')
  const site = new Site(index)
  const pages = index.pages.filter(({ id }) => site.page(id, PUBLIC) !== undefined)
  for (const page of [undefined, ...pages]) await getSocialImage(site, page)
  expect(drawn.length).toBeGreaterThan(4)
  const all = drawn.join('\n')
  expect(all).toContain('Open')
  const canaries = matchCanaries(FOR_VISITORS)
  expect(canaries.exec(all)?.[0]).toBeUndefined()
  const closed = Object.values(files).filter(({ file }) => canaries.test(file))
  expect(closed.length).toBeGreaterThan(10)
  expect(closed.filter(({ hash, file }) => all.includes(hash) || all.includes(file))).toEqual([])
})
