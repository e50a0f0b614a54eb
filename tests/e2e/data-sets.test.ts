import path from 'node:path'
import { fixtureMaps, fixtureSets, fixturesDir } from '@/tests/support/fixtures'
import { startSite } from '@/tests/support/site'
import { copyWorkspace, wrapNesting } from '@/tests/support/workspaces'
import { readThrough } from './layout'
import { expect, test } from './test'

/** What a real workspace may make the site say: one line for each file that it could not read whole. */
const PROBLEMS = /^Cannot read \S+\.json: /

test.skip(fixturesDir === undefined, 'FIXTURES_DIR names no folder of real data sets')

for (const set of fixtureSets) {
  test(`${set}: every page responds and reads clean in either nesting, and other ids are not found`, async ({
    page,
    request,
  }) => {
    test.setTimeout(300_000)
    const folder = path.join(fixturesDir ?? '', set)
    const [older, newer] = await Promise.all(
      [copyWorkspace(folder), copyWorkspace(folder, wrapNesting)].map((workspaceDir) =>
        startSite({ workspaceDir, expectedOutput: [PROBLEMS] }),
      ),
    )
    if (older === undefined || newer === undefined) throw new Error('A site is missing')
    const { pages } = older.index()
    const shown = new Set(pages.filter((each) => each.access.kind === 'public' && each.readable).map((each) => each.id))
    expect(shown.size).toBeGreaterThan(0)
    const linesOf = async (url: string) => linesBelow(url, await (await request.get(url)).text())
    for (const { id, path: address } of pages) {
      const response = await page.goto(`${older.url}/${address}`)
      expect(response?.status(), address).toBe(shown.has(id) ? 200 : 404)
      if (shown.has(id)) await readThrough(page)
      // The browser would see the same again.
      expect(await linesOf(`${newer.url}/${address}`), address).toEqual(await linesOf(`${older.url}/${address}`))
    }
    for (const id of pageIdsIn(set)) {
      for (const { url } of [older, newer]) {
        const response = await request.get(`${url}/${id}`)
        expect(response.status(), id).toBe(shown.has(id) ? 200 : 404)
      }
    }
    await Promise.all([older.stop(), newer.stop()])
  })
}

/** The tags and texts of a document's main element, without the origin of the site. */
function linesBelow(url: string, html: string): string[] {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  expect(main, url).not.toBe('')
  return main.replaceAll(new URL(url).host, 'host').split(/(?=<)/)
}

/** Every page that a record map of the set mentions, whether or not it is part of the site. */
function pageIdsIn(set: string): string[] {
  const ids = new Set<string>()
  for (const { json } of fixtureMaps().filter((each) => each.set === set)) {
    const { block } = json as { block: Record<string, { value?: { type?: string } }> }
    for (const [id, { value }] of Object.entries(block)) {
      if (value?.type === 'page' || value?.type === 'collection_view_page') ids.add(id)
    }
  }
  return [...ids]
}
