import { createHash } from 'node:crypto'
import path from 'node:path'
import { sampleItems } from '@/tests/support/complete'
import { fixtureSets, fixturesDir, readFixtureMaps } from '@/tests/support/fixtures'
import { normalizeHtml, normalizeText } from '@/tests/support/golden'
import { startSite } from '@/tests/support/site'
import { scrollThrough } from './layout'
import { expect, test } from './test'

/** The log lines that a real workspace may cause: one for each file that is partly unreadable. */
const PROBLEMS = /^Cannot read \S+\.json: /

test.skip(fixturesDir === undefined, 'FIXTURES_DIR is not a folder of real data sets')

// Each set needs a site of its own. Unit tests read all of them.
for (const set of sampleItems(fixtureSets, 2)) {
  test(`${set}: serves every public page without console errors, and 404 for other ids`, async ({ page, request }) => {
    // Starts a site of its own, and requests every page of it.
    test.setTimeout(180_000)
    const site = await startSite({ workspaceDir: path.join(fixturesDir ?? '', set), expectedOutput: [PROBLEMS] })
    const { pages } = site.index()
    const shown = new Set(pages.filter((each) => each.access.kind === 'public' && each.readable).map((each) => each.id))
    expect(shown.size).toBeGreaterThan(0)
    // Hashes, because the project contains no copies of the sets.
    const hashes: string[] = []
    for (const { id, path: address } of pages) {
      const url = `${site.url}/${encodeURI(address)}`
      const response = await request.get(url)
      expect(response.status(), address).toBe(shown.has(id) ? 200 : 404)
      if (!shown.has(id)) continue
      const markdown = await (await request.get(address === '' ? `${url}index.md` : `${url}.md`)).text()
      hashes.push(
        `${id} ${hash(normalizeHtml(await response.text(), site.url))} ${hash(normalizeText(markdown, site.url))}`,
      )
    }
    expect(`${hashes.sort().join('\n')}\n`).toMatchSnapshot(['data-sets', `${set}.txt`])
    for (const { path: address } of sampleItems(
      pages.filter(({ id }) => shown.has(id)),
      24,
    )) {
      await page.goto(`${site.url}/${address}`)
      await scrollThrough(page)
    }
    for (const id of listPageIds(set)) {
      const response = await request.get(`${site.url}/${id}`)
      expect(response.status(), id).toBe(shown.has(id) ? 200 : 404)
    }
    await site.kill()
  })
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Returns the ids of all pages in the record maps of a data set, including those that are not part of the site. */
function listPageIds(set: string): string[] {
  const ids = new Set<string>()
  for (const { json } of readFixtureMaps().filter((each) => each.set === set)) {
    const { block } = json as { block: Record<string, { value?: { type?: string } }> }
    for (const [id, { value }] of Object.entries(block)) {
      if (value?.type === 'page' || value?.type === 'collection_view_page') ids.add(id)
    }
  }
  return [...ids]
}
