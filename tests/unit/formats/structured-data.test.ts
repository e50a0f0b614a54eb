import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderManifest } from '@/lib/formats/manifest'
import { createArticleData, createSiteData, getSocialImageUrl, serializeJsonLd } from '@/lib/formats/structured-data'
import { hostile, SITE, sitePage, timestamps } from './support'

const facts = fc.record({
  title: hostile,
  tags: fc.array(hostile, { maxLength: 20 }),
  edited: timestamps,
  created: timestamps,
})

describe('structured data', () => {
  it('is JSON that cannot close its script element, for any content', () => {
    fc.assert(
      fc.property(facts, hostile, (more, name) => {
        const page = sitePage('page', { ...more, title: more.title || 'Untitled' })
        for (const data of [
          ...createArticleData(page, [{ path: '/', title: name }], name, SITE),
          ...createSiteData(name, SITE),
        ]) {
          const json = serializeJsonLd(data)
          expect(json).not.toMatch(/[<>&\u2028\u2029]/)
          expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(data)))
          expect(json.length).toBeLessThan(20_000)
        }
        expect(() =>
          JSON.parse(renderManifest({ name, description: name, locale: 'en', paper: '#fbfaf7' })),
        ).not.toThrow()
      }),
    )
  })

  it('describes the article, its dates and its breadcrumbs', () => {
    const page = sitePage('about us', { published: Date.UTC(2026, 0, 2), edited: Date.UTC(2026, 0, 3), tags: ['a/b'] })
    const [article, breadcrumbs] = createArticleData(page, [{ path: '/', title: 'Site' }], 'Site', SITE).map((data) =>
      JSON.parse(serializeJsonLd(data)),
    )
    expect(article).toMatchObject({
      '@type': 'Article',
      headline: 'about us',
      datePublished: '2026-01-02T00:00:00.000Z',
      dateModified: '2026-01-03T00:00:00.000Z',
      image: `${SITE}/social/about%20us.jpg`,
      keywords: ['a/b'],
    })
    expect(breadcrumbs.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Site', item: `${SITE}/` },
      { '@type': 'ListItem', position: 2, name: 'about us' },
    ])
  })

  it('names authors, with the addresses of those that have a list', () => {
    const authors = [{ name: 'Ann', path: '/authors/ann' }, { name: 'Bo' }]
    const [article] = createArticleData(sitePage('page'), [], 'Site', SITE, { authors })
    expect(JSON.parse(serializeJsonLd(article ?? {})).author).toEqual([
      { '@type': 'Person', name: 'Ann', url: `${SITE}/authors/ann` },
      { '@type': 'Person', name: 'Bo' },
    ])
  })

  it('describes the site and its search on the home page', () => {
    const [site] = createSiteData('Site', SITE).map((data) => JSON.parse(serializeJsonLd(data)))
    expect(site.potentialAction.target).toBe(`${SITE}/search?q={search_term_string}`)
    expect(getSocialImageUrl(SITE, '')).toBe(`${SITE}/social/index.jpg`)
  })
})
