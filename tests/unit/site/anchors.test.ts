import { expect, test } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { Access, SitePage, Viewer } from '@/lib/site/site-index'
import { buildInput, SETTINGS } from '../../support/build-input'
import { idOf, page } from '../../support/records'
import { indexOf, sitePage } from '../formats/support'

function build(anchors: string[]) {
  const pages = [
    page('Root', undefined),
    page('A', 'Root', { holders: ['a', 'b', 'c'].map(idOf) }),
    page('B', 'Root', { holders: [idOf('d')], anchors }),
  ]
  const index = buildSite(buildInput(pages), SETTINGS)
  const findPage = (name: string) => index.pages.find((each) => each.id === idOf(name))
  return findPage
}

test('buildSite stores the linked blocks of a page as anchors and includes them in its version', () => {
  const [none, some] = [build([]), build([idOf('b'), idOf('nowhere')])]
  expect(none('A')?.anchors).toBeUndefined()
  expect(some('A')?.anchors).toEqual({ [idOf('b')]: [idOf('B')] })
  expect(some('B')?.anchors).toBeUndefined()
  expect(some('A')?.version).not.toBe(none('A')?.version)
  expect(some('B')?.version).toBe(none('B')?.version)
})

test('returns only anchors that are linked from pages the viewer may read, so that anchors do not reveal other pages', () => {
  const closed: Access = { kind: 'members', organizations: ['staff'] }
  const site = new Site(
    indexOf([
      sitePage('A', { anchors: { [idOf('a')]: [idOf('open'), idOf('closed')], [idOf('b')]: [idOf('closed')] } }),
      sitePage('open'),
      sitePage('closed', { access: closed }),
    ]),
  )
  const getAnchors = (viewer: Viewer) => site.anchors(findSitePage(site, 'A'), viewer)
  expect(getAnchors(PUBLIC)).toEqual([idOf('a')])
  expect(getAnchors({ signedIn: true, organizations: ['guests'] })).toEqual([idOf('a')])
  expect(getAnchors({ signedIn: true, organizations: ['staff'] })).toEqual([idOf('a'), idOf('b')])
})

function findSitePage(site: Site, name: string): SitePage {
  const page = site.page(idOf(name), PUBLIC)
  if (page === undefined) throw new Error(`There is no page ${name}`)
  return page
}
