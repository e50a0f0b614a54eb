import { describe, expect, it } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { getRefreshedPaths } from '@/lib/site/refreshed-paths'
import { Site } from '@/lib/site/site'
import type { Collection } from '@/lib/workspace/record-map'
import type { PageRecord } from '@/lib/workspace/stored'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

function createSite(pages: PageRecord[], collections: Collection[] = []): Site {
  const index = buildSite(buildInput(pages, collections), SETTINGS)
  return new Site(index)
}

const status = { type: 'select', options: [{ id: 'p', value: 'Published' }] }
const rows = collection('Rows', 'Shelf', { Status: status })
const pages = [
  page('Root', undefined, { children: [createId('Harbour')] }),
  page('Harbour', 'Root', { children: [createId('Tides')] }),
  page('Tides', 'Harbour', { children: [createId('Moon')] }),
  page('Moon', 'Tides'),
  page('Linker', 'Tides', { links: [createId('Moon')] }),
  page('Shelf', 'Harbour', { collections: [rows.id] }),
  row('Book', 'Rows', { Status: 'Published' }),
  row('Draft', 'Rows', { Status: 'Idea' }, { links: [createId('Moon')] }),
  page('Alone', 'Harbour'),
]
const site = createSite(pages, [rows])
const refresh = (...names: string[]) => getRefreshedPaths({ pages: names.map(createId) }, site, site)

describe('getRefreshedPaths', () => {
  it('returns the page and the pages that show its title: its parent, its subpages and pages that link to it', () => {
    expect(refresh('Tides')).toEqual(['/harbour', '/linker', '/moon', '/tides'])
    expect(refresh('Moon')).toEqual(expect.arrayContaining(['/linker', '/moon', '/tides']))
    expect(refresh('Alone')).toEqual(['/alone'])
  })

  it('returns a row and the page of its database', () => {
    expect(refresh('Book')).toEqual(['/book', '/shelf'])
  })

  it('returns every page for a page of the navigation', () => {
    expect(refresh('Harbour')).toContain('/alone')
  })

  it('returns nothing for unknown ids and no page that is not public', () => {
    expect(refresh('Nobody')).toEqual([])
    expect(refresh('Draft')).not.toContain('/draft')
    expect(getRefreshedPaths({ all: true }, site, site)).not.toContain('/draft')
  })

  it('returns every page whose version depends on the change', () => {
    for (const changed of pages) {
      const after = createSite(
        pages.map((each) =>
          each === changed ? { ...each, block: { ...each.block, format: { page_icon: '⚓' } } } : each,
        ),
        [rows],
      )
      const differing = after.index.pages
        .filter(
          ({ id, version, access }) =>
            access.kind === 'public' && site.index.pages.find((each) => each.id === id)?.version !== version,
        )
        .map(({ path }) => `/${path}`)
      const named = getRefreshedPaths({ pages: [changed.id] }, site, site)
      expect(named, changed.id).toEqual(expect.arrayContaining(differing))
    }
  })

  it('also returns pages that are new, renamed or gone since the last refresh', () => {
    const before = createSite(
      pages.filter((each) => each.id !== createId('Alone')),
      [rows],
    )
    expect(getRefreshedPaths({ pages: [] }, site, before)).toContain('/alone')
    expect(getRefreshedPaths({ pages: [] }, before, site)).toContain('/alone')
  })
})
