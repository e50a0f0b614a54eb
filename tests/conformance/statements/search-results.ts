import { expect } from 'vitest'
import { POST } from '@/app/api/search/route'
import type { Hit, SearchQuery } from '@/lib/search/index-contract'
import { searchSite } from '@/lib/search/search-site'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createId, page } from '../../support/records'
import { createRows, type Section } from '../row'
import { openIndex, prepareServer, SITE_URL } from '../support/server'

/** Searches the index of the site. */
async function search(query: string, more: Partial<SearchQuery> = {}) {
  const { site, index } = await openIndex()
  return searchSite({ query, limit: 20, ...more }, { index, site, viewer: PUBLIC }, () => undefined)
}

const blank = { block: { properties: {} } }
const pages = [page('Root', undefined), page('Quay', 'Root'), page('Shed', 'Root'), page('Blank', 'Root', blank)]

/** Searches a mocked index that returns the hits, on a site whose page Blank has no title. */
function searchHits(hits: Hit[]) {
  const site = new Site(buildSite(buildInput(pages), { ...SETTINGS, untitled: '' }))
  const index = { throttle: 150, search: async () => ({ hits, total: hits.length }), warmUp: () => {} }
  return searchSite({ query: 'a', limit: 20 }, { index, site, viewer: PUBLIC }, () => undefined)
}

const createHit = (name: string, text = 'a'): Hit => ({ id: createId(name), text })

export const SEARCH_RESULTS: Section = {
  name: 'Search answers',
  rows: createRows({
    results: {
      statement: 'A search response contains results with id and highlighted text, and their total.',
      check: async () => {
        const { results, total } = await search('lighthouse', { ancestorId: createId('Shed') })
        expect(total).toBe(1)
        expect(results).toEqual([
          {
            id: createId('Shed'),
            title: 'Shed',
            path: '/shed',
            ancestors: ['Quay'],
            highlight: { text: 'Behind the <mark>lighthouse</mark>', title: 'Shed' },
          },
        ])
      },
    },
    recordMap: {
      statement: 'A search response contains no record map.',
      reason: 'The dialog draws a result from its title, path and icon; a record map would send whole blocks as well.',
      check: async () =>
        expect(Object.keys(await search('lighthouse')).sort()).toEqual(['results', 'throttle', 'total']),
    },
    'several hits in a page': {
      statement: 'A page with several hits is one result with its best hit, and counts once.',
      check: async () => {
        const { results, total } = await searchHits([
          createHit('Quay', 'best'),
          createHit('Shed'),
          createHit('Quay', 'second'),
        ])
        expect(results.map(({ id, highlight }) => [id, highlight.text])).toEqual([
          [createId('Quay'), 'best'],
          [createId('Shed'), 'a'],
        ])
        expect(total).toBe(2)
      },
    },
    'several sections of a page': {
      statement: 'A page that contains the query under several headings is one result.',
      check: async () => {
        const { results, total } = await search('lighthouse')
        expect(results.map(({ title }) => title).sort()).toEqual(['Quay', 'Shed'])
        expect(total).toBe(2)
      },
    },
    'missing page': {
      statement: 'A hit in a page that is not on the site is dropped, and the total counts without it.',
      check: async () => {
        const { results, total } = await searchHits([createHit('Nowhere'), createHit('Quay')])
        expect([results.map(({ title }) => title), total]).toEqual([['Quay'], 1])
      },
    },
    'no title': {
      statement: 'A hit in a page without a title is dropped, and the total counts without it.',
      check: async () => {
        const { results, total } = await searchHits([createHit('Blank'), createHit('Quay')])
        expect([results.map(({ title }) => title), total]).toEqual([['Quay'], 1])
      },
    },
    'untitled page': {
      statement: 'A page without a title in the workspace is a result with the title Untitled.',
      reason: 'The site shows such a page under this title everywhere, so a search for its text must find it.',
      check: async () => expect((await search('zebra')).results.map(({ title }) => title)).toEqual(['Untitled']),
    },
    ancestorId: {
      statement: 'A query with the id of a page finds only that page and the pages below it.',
      check: async () => {
        const searchBelow = async (name: string) =>
          (await search('lighthouse', { ancestorId: createId(name) })).results.map(({ title }) => title).sort()
        expect([await searchBelow('Quay'), await searchBelow('Shed'), await searchBelow('Odd')]).toEqual([
          ['Quay', 'Shed'],
          ['Shed'],
          [],
        ])
      },
    },
    'blank query': {
      statement: 'A blank query has no results. Its response names the main pages and the newest others.',
      check: async () => {
        const { start, ...response } = await search('  ')
        expect(response).toEqual({ results: [], total: 0, throttle: 150 })
        const titles = [start?.sections, start?.newest].map((pages) => pages?.map(({ title }) => title))
        expect(titles).toEqual([
          ['Odd', 'Quay', 'Untitled'],
          ['Shed', 'Pen'],
        ])
      },
    },
    error: {
      statement: 'The response to a failed search contains an error, its id and no results.',
      check: async () => {
        await prepareServer()
        const response = await POST(new Request(`${SITE_URL}/api/search`, { method: 'POST', body: '{}' }))
        const body: unknown = await response.json()
        expect(response.status).toBe(400)
        expect(body).toEqual({ error: expect.stringContaining('JSON'), errorId: 'bad-body' })
      },
    },
  }),
}
