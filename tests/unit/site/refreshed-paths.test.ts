import { describe, expect, it } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { getRefreshedPaths } from '@/lib/site/refreshed-paths'
import { Site } from '@/lib/site/site'
import type { Collection } from '@/lib/workspace/record-map'
import type { PageRecord } from '@/lib/workspace/stored'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, idOf, page, row } from '../../support/records'

function siteOf(pages: PageRecord[], collections: Collection[] = []): Site {
  const index = buildSite(buildInput(pages, collections), SETTINGS)
  return new Site(index)
}

const status = { type: 'select', options: [{ id: 'p', value: 'Published' }] }
const rows = collection('Rows', 'Shelf', { Status: status })
const pages = [
  page('Root', undefined, { children: [idOf('Harbour')] }),
  page('Harbour', 'Root', { children: [idOf('Tides')] }),
  page('Tides', 'Harbour', { children: [idOf('Moon')] }),
  page('Moon', 'Tides'),
  page('Linker', 'Tides', { links: [idOf('Moon')] }),
  page('Shelf', 'Harbour', { collections: [rows.id] }),
  row('Book', 'Rows', { Status: 'Published' }),
  row('Draft', 'Rows', { Status: 'Idea' }, { links: [idOf('Moon')] }),
  page('Alone', 'Harbour'),
]
const site = siteOf(pages, [rows])
const refreshed = (...names: string[]) => getRefreshedPaths({ pages: names.map(idOf) }, site, site)

describe('what a refresh of a page names', () => {
  it('is the page and whatever shows its title: the page above, those below, those that link to it', () => {
    expect(refreshed('Tides')).toEqual(['/harbour', '/linker', '/moon', '/tides'])
    expect(refreshed('Moon')).toEqual(expect.arrayContaining(['/linker', '/moon', '/tides']))
    expect(refreshed('Alone')).toEqual(['/alone'])
  })

  it('is the database that shows a row, with its other rows', () => {
    expect(refreshed('Book')).toEqual(['/book', '/shelf'])
  })

  it('is every page for what the navigation shows', () => {
    expect(refreshed('Harbour')).toContain('/alone')
  })

  it('is empty for unknown ids, and contains no page that is not public', () => {
    expect(refreshed('Nobody')).toEqual([])
    expect(refreshed('Draft')).not.toContain('/draft')
    expect(getRefreshedPaths({ all: true }, site, site)).not.toContain('/draft')
  })

  it('contains every page whose version depends on the change', () => {
    for (const changed of pages) {
      const after = siteOf(
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

  it('holds what changed meanwhile without being named: new, renamed and gone', () => {
    const before = siteOf(
      pages.filter((each) => each.id !== idOf('Alone')),
      [rows],
    )
    expect(getRefreshedPaths({ pages: [] }, site, before)).toContain('/alone')
    expect(getRefreshedPaths({ pages: [] }, before, site)).toContain('/alone')
  })
})
