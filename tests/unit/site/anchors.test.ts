import { expect, test } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { Access, SitePage, Viewer } from '@/lib/site/site-index'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createId, page } from '../../support/records'
import { createIndex, sitePage } from '../formats/support'

function build(anchors: string[]) {
  const pages = [
    page('Root', undefined),
    page('A', 'Root', { holders: ['a', 'b', 'c'].map(createId) }),
    page('B', 'Root', { holders: [createId('d')], anchors }),
  ]
  const index = buildSite(buildInput(pages), SETTINGS)
  const findPage = (name: string) => index.pages.find((each) => each.id === createId(name))
  return findPage
}

test('buildSite stores the linked blocks of a page as anchors and includes them in its version', () => {
  const [none, some] = [build([]), build([createId('b'), createId('nowhere')])]
  expect(none('A')?.anchors).toBeUndefined()
  expect(some('A')?.anchors).toEqual({ [createId('b')]: [createId('B')] })
  expect(some('B')?.anchors).toBeUndefined()
  expect(some('A')?.version).not.toBe(none('A')?.version)
  expect(some('B')?.version).toBe(none('B')?.version)
})

test('stores the readable anchors of linked headings, which are part of the versions of linking pages', () => {
  const create = (name: string) => {
    const headings = { [createId('b')]: name, [createId('c')]: 'not-linked' }
    const pages = [
      page('Root', undefined),
      page('A', 'Root', { holders: ['a', 'b', 'c'].map(createId), headings }),
      page('B', 'Root', { links: [createId('A')], anchors: [createId('a'), createId('b')] }),
      page('C', 'Root'),
    ]
    return new Site(buildSite(buildInput(pages), SETTINGS))
  }
  const [site, renamed] = [create('hours'), create('times')]
  expect(findSitePage(site, 'A').headings).toEqual({ [createId('b')]: 'hours' })
  const find = (block: string, viewer = PUBLIC) => site.headingAnchor(createId('A'), createId(block), viewer)
  expect([find('b'), find('a'), find('c'), find('nowhere')]).toEqual(['hours', undefined, undefined, undefined])
  expect(findSitePage(renamed, 'B').version).not.toBe(findSitePage(site, 'B').version)
})

test('does not name the headings of pages that the viewer may not read', () => {
  const headings = { [createId('a')]: 'secret' }
  const access: Access = { kind: 'members', organizations: ['staff'] }
  const site = new Site(createIndex([sitePage('A', { access, headings })]))
  const find = (viewer: Viewer) => site.headingAnchor(createId('A'), createId('a'), viewer)
  expect(find(PUBLIC)).toBeUndefined()
  expect(find({ signedIn: true, organizations: ['staff'] })).toBe('secret')
})

test('returns only anchors that are linked from pages the viewer may read, so that anchors do not reveal other pages', () => {
  const closed: Access = { kind: 'members', organizations: ['staff'] }
  const site = new Site(
    createIndex([
      sitePage('A', {
        anchors: { [createId('a')]: [createId('open'), createId('closed')], [createId('b')]: [createId('closed')] },
      }),
      sitePage('open'),
      sitePage('closed', { access: closed }),
    ]),
  )
  const getAnchors = (viewer: Viewer) => site.anchors(findSitePage(site, 'A'), viewer)
  expect(getAnchors(PUBLIC)).toEqual([createId('a')])
  expect(getAnchors({ signedIn: true, organizations: ['guests'] })).toEqual([createId('a')])
  expect(getAnchors({ signedIn: true, organizations: ['staff'] })).toEqual([createId('a'), createId('b')])
})

function findSitePage(site: Site, name: string): SitePage {
  const page = site.page(createId(name), PUBLIC)
  if (page === undefined) throw new Error(`There is no page ${name}`)
  return page
}
