import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { killSites, ORIGIN, revalidate, startFolderWriter, startReader } from '@/tests/support/instances'
import { BOARD, CHOIR } from '@/tests/support/members-site'
import { writeMembersWorkspace } from '@/tests/support/members-workspace'
import { killAll } from '@/tests/support/processes'
import { RedisServer } from '@/tests/support/redis'
import { requestSearch } from '@/tests/support/search-request'
import { createServiceKeys } from '@/tests/support/sign-in/keys'
import { createCookies, createToken, getSignInEnv } from '@/tests/support/sign-in/visitor'
import type { RunningSite } from '@/tests/support/site'
import { eventually, fetchHealth, fetchStatus, visit } from '@/tests/support/visits'
import { expect, test } from './base'

// The test starts and stops a writer, two readers and their Redis.
test.slow()

test('a page that becomes members-only disappears from all readers and all formats before the revalidation responds', async () => {
  const redis = await RedisServer.start()
  const keys = createServiceKeys()
  const { dir } = writeMembersWorkspace()
  const writer = startFolderWriter(redis, dir, { ...getSignInEnv(keys), SITE_URL: ORIGIN })
  const startOneReader = () => startReader(redis, dir, getSignInEnv(keys))
  const sites = await Promise.all([startOneReader(), startOneReader()])
  for (const site of sites) await eventually(() => fetchHealth(site)).toBe('ready')
  const sendRequest = async (site: RunningSite, address: string, organization: { slug: string }) => {
    const cookie = createCookies(keys, createToken(keys, ORIGIN, organization))
    const response = await fetch(site.url + address, { redirect: 'manual', headers: { accept: 'text/html', cookie } })
    return { status: response.status, text: await response.text() }
  }
  const addresses = ['/', '/feed.xml', '/sitemap.xml', '/llms.txt', '/llms-full.txt', '/papers']
  const expectNoMention = async (site: RunningSite) => {
    for (const address of addresses) expect((await visit(site, address)).text, address).not.toMatch(/notice/i)
    const search = await requestSearch(site, { query: 'notice for all to read' })
    expect([search.status, await search.text()]).toEqual([200, expect.not.stringMatching(/notice/i)])
    for (const address of ['/papers/notice', '/plain/papers/notice', '/papers/notice.md', '/social/papers/notice'])
      expect([404, 410], address).toContain(await fetchStatus(site, address))
  }
  const found = await Promise.all(addresses.map((address) => visit(sites[0], address)))
  expect(found.filter(({ text }) => /notice/i.test(text)).length).toBeGreaterThan(2)
  for (const site of sites) expect((await visit(site, '/notice')).status).toBe(200)

  changeProperties(dir, 'Notice', (properties) =>
    Object.fromEntries(
      Object.entries(properties).map(([id, value]) => [
        id,
        JSON.stringify(value) === '[["Public"]]' ? [['board']] : value,
      ]),
    ),
  )
  expect((await revalidate(sites[0])).status).toBe(200)
  // No polling: the revalidation responds once all readers show the change.
  for (const site of sites) {
    await expectNoMention(site)
    expect((await sendRequest(site, '/members/notice', BOARD)).text).toContain('For all to read')
    expect((await sendRequest(site, '/members/notice', CHOIR)).status).toBe(403)
  }
  killAll(writer.pid)
  await killSites(...sites)
  await redis.stop()
  rmSync(dir, { recursive: true })
})

/** Changes the properties of the page with a title in all files of the folder that contain it. */
function changeProperties(
  dir: string,
  title: string,
  update: (properties: Record<string, unknown>) => Record<string, unknown>,
) {
  let changed = 0
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.json'))) {
    const file = path.join(dir, name)
    const map = JSON.parse(readFileSync(file, 'utf8'))
    for (const { value } of Object.values((map.block ?? {}) as Record<string, { value: Record<string, unknown> }>)) {
      const properties = value.properties as Record<string, unknown> | undefined
      if (properties === undefined || JSON.stringify(properties.title) !== JSON.stringify([[title]])) continue
      value.properties = update(properties)
      changed++
    }
    writeFileSync(file, JSON.stringify(map))
  }
  if (changed === 0) throw new Error(`There is no page ${title}`)
}
