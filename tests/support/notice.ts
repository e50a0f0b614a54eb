import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '../e2e/base'
import { ORIGIN } from './instances'
import { BOARD, CHOIR } from './members-site'
import { requestSearch } from './search-request'
import type { ServiceKeys } from './sign-in/keys'
import { createCookies, createToken } from './sign-in/visitor'
import type { RunningSite } from './site'
import { fetchStatus, visit } from './visits'

/** Lists and formats that mention the public page Notice of the members workspace. */
const LISTS = ['/', '/feed.xml', '/sitemap.xml', '/llms.txt', '/llms-full.txt', '/papers']
const COPIES = ['/papers/notice', '/plain/papers/notice', '/papers/notice.md', '/social/papers/notice']

export async function countNoticeMentions(site: RunningSite): Promise<number> {
  const found = await Promise.all(LISTS.map((address) => visit(site, address)))
  return found.filter(({ text }) => /notice/i.test(text)).length
}

/** Makes the page readable only for the board. */
export const closeNotice = (dir: string): void =>
  changeProperties(dir, 'Notice', (properties) =>
    Object.fromEntries(
      Object.entries(properties).map(([id, value]) => [
        id,
        JSON.stringify(value) === '[["Public"]]' ? [['board']] : value,
      ]),
    ),
  )

/** Asserts that no public list, search result or copy contains the page, and that members of the board can read it. */
export async function expectNoticeForBoard(site: RunningSite, keys: ServiceKeys): Promise<void> {
  for (const address of LISTS) expect((await visit(site, address)).text, address).not.toMatch(/notice/i)
  const search = await requestSearch(site, { query: 'notice for all to read' }, { 'x-forwarded-for': '192.0.2.3' })
  expect([search.status, await search.text()]).toEqual([200, expect.not.stringMatching(/notice/i)])
  for (const address of COPIES) expect([404, 410], address).toContain(await fetchStatus(site, address))
  expect((await fetchMembersNotice(site, keys, BOARD)).text).toContain('For all to read')
  expect((await fetchMembersNotice(site, keys, CHOIR)).status).toBe(403)
}

/** Requests the page of the members site as a member of an organization. */
async function fetchMembersNotice(site: RunningSite, keys: ServiceKeys, organization: { slug: string }) {
  const cookie = createCookies(keys, createToken(keys, ORIGIN, organization))
  const headers = { accept: 'text/html', cookie }
  const response = await fetch(`${site.url}/members/notice`, { redirect: 'manual', headers })
  return { status: response.status, text: await response.text() }
}

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
