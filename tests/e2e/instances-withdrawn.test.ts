import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { killSites, ORIGIN, revalidate, startReader, startWriterOf } from '@/tests/support/instances'
import { BOARD, CHOIR } from '@/tests/support/members-site'
import { membersWorkspace } from '@/tests/support/members-workspace'
import { killAll } from '@/tests/support/processes'
import { RedisServer } from '@/tests/support/redis'
import { requestSearch } from '@/tests/support/search-request'
import { serviceKeys } from '@/tests/support/sign-in/keys'
import { cookiesWith, siteEnv, tokenFor } from '@/tests/support/sign-in/visitor'
import type { RunningSite } from '@/tests/support/site'
import { healthOf, soon, statusOf, visit } from '@/tests/support/visits'
import { expect, test } from './base'

// A writer, two readers and their Redis are started and ended here.
test.slow()

test('a page made members-only disappears from all readers at once, in all formats', async () => {
  const redis = await RedisServer.start()
  const keys = serviceKeys()
  const { dir } = membersWorkspace()
  const writer = startWriterOf(redis, dir, { ...siteEnv(keys), SITE_URL: ORIGIN })
  const start = () => startReader(redis, dir, siteEnv(keys))
  const sites = await Promise.all([start(), start()])
  for (const site of sites) await soon(() => healthOf(site)).toBe('ready')
  const ask = async (site: RunningSite, address: string, organization: { slug: string }) => {
    const cookie = cookiesWith(keys, tokenFor(keys, ORIGIN, organization))
    const response = await fetch(site.url + address, { redirect: 'manual', headers: { accept: 'text/html', cookie } })
    return { status: response.status, text: await response.text() }
  }
  const everywhere = ['/', '/feed.xml', '/sitemap.xml', '/llms.txt', '/llms-full.txt', '/papers']
  const expectNoWord = async (site: RunningSite) => {
    for (const address of everywhere) expect((await visit(site, address)).text, address).not.toMatch(/notice/i)
    const search = await requestSearch(site, { query: 'notice for all to read' })
    expect([search.status, await search.text()]).toEqual([200, expect.not.stringMatching(/notice/i)])
    for (const address of ['/papers/notice', '/plain/papers/notice', '/papers/notice.md', '/social/papers/notice'])
      expect([404, 410], address).toContain(await statusOf(site, address))
  }
  const found = await Promise.all(everywhere.map((address) => visit(sites[0], address)))
  expect(found.filter(({ text }) => /notice/i.test(text)).length).toBeGreaterThan(2)
  for (const site of sites) expect((await visit(site, '/notice')).status).toBe(200)

  change(dir, 'Notice', (properties) =>
    Object.fromEntries(
      Object.entries(properties).map(([id, value]) => [
        id,
        JSON.stringify(value) === '[["Public"]]' ? [['board']] : value,
      ]),
    ),
  )
  expect((await revalidate(sites[0])).status).toBe(200)
  // No waiting: the revalidation responds when all readers show it.
  for (const site of sites) {
    await expectNoWord(site)
    expect((await ask(site, '/members/notice', BOARD)).text).toContain('For all to read')
    expect((await ask(site, '/members/notice', CHOIR)).status).toBe(403)
  }
  killAll(writer.pid)
  await killSites(...sites)
  await redis.stop()
  rmSync(dir, { recursive: true })
})

/** Changes the properties of the page of this title, wherever the folder has it. */
function change(dir: string, title: string, made: (properties: Record<string, unknown>) => Record<string, unknown>) {
  let changed = 0
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.json'))) {
    const file = path.join(dir, name)
    const map = JSON.parse(readFileSync(file, 'utf8'))
    for (const { value } of Object.values((map.block ?? {}) as Record<string, { value: Record<string, unknown> }>)) {
      const properties = value.properties as Record<string, unknown> | undefined
      if (properties === undefined || JSON.stringify(properties.title) !== JSON.stringify([[title]])) continue
      value.properties = made(properties)
      changed++
    }
    writeFileSync(file, JSON.stringify(map))
  }
  if (changed === 0) throw new Error(`There is no page ${title}`)
}
