import { expect } from 'vitest'
import { POST } from '@/app/api/search/route'
import type { Hit, SearchQuery } from '@/lib/search/index-contract'
import { searchSite } from '@/lib/search/search-site'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { idOf, page } from '../../support/records'
import { rowsFor, type Section } from '../row'
import { openIndex, prepareServer, SITE_URL } from '../support/server'

/** The answer of the site's own index. */
async function ask(query: string, more: Partial<SearchQuery> = {}) {
  const { site, index } = await openIndex()
  return searchSite({ query, limit: 20, ...more }, { index, site, viewer: PUBLIC }, () => undefined)
}

const blank = { block: { properties: {} } }
const pages = [page('Root', undefined), page('Quay', 'Root'), page('Shed', 'Root'), page('Blank', 'Root', blank)]

/** The answer of an index that finds these hits, on a site whose page Blank has no title. */
function answerOf(hits: Hit[]) {
  const site = new Site(buildSite(buildInput(pages), { ...SETTINGS, untitled: '' }))
  const index = { throttle: 150, search: async () => ({ hits, total: hits.length }), warmUp: () => {} }
  return searchSite({ query: 'a', limit: 20 }, { index, site, viewer: PUBLIC }, () => undefined)
}

const hit = (name: string, text = 'a'): Hit => ({ id: idOf(name), text })

export const SEARCH_ANSWERS: Section = {
  name: 'Search answers',
  rows: rowsFor({
    results: {
      says: 'A search response contains results with id and highlighted text, and their total.',
      holds: async () => {
        const { results, total } = await ask('lighthouse', { ancestorId: idOf('Shed') })
        expect(total).toBe(1)
        expect(results).toEqual([
          {
            id: idOf('Shed'),
            title: 'Shed',
            path: '/shed',
            ancestors: ['Quay'],
            highlight: { text: 'Behind the <mark>lighthouse</mark>', title: 'Shed' },
          },
        ])
      },
    },
    recordMap: {
      says: 'A search response contains no record map.',
      because: 'The dialog draws a result from its title, path and icon; a record map would send whole blocks as well.',
      holds: async () => expect(Object.keys(await ask('lighthouse')).sort()).toEqual(['results', 'throttle', 'total']),
    },
    'several hits in a page': {
      says: 'A page with several hits is one result with its best hit, and counts once.',
      holds: async () => {
        const { results, total } = await answerOf([hit('Quay', 'best'), hit('Shed'), hit('Quay', 'second')])
        expect(results.map(({ id, highlight }) => [id, highlight.text])).toEqual([
          [idOf('Quay'), 'best'],
          [idOf('Shed'), 'a'],
        ])
        expect(total).toBe(2)
      },
    },
    'several sections of a page': {
      says: 'A page that contains the query under several headings is one result.',
      holds: async () => {
        const { results, total } = await ask('lighthouse')
        expect(results.map(({ title }) => title).sort()).toEqual(['Quay', 'Shed'])
        expect(total).toBe(2)
      },
    },
    'missing page': {
      says: 'A hit in a page that is not on the site is dropped, and the total counts without it.',
      holds: async () => {
        const { results, total } = await answerOf([hit('Nowhere'), hit('Quay')])
        expect([results.map(({ title }) => title), total]).toEqual([['Quay'], 1])
      },
    },
    'no title': {
      says: 'A hit in a page without a title is dropped, and the total counts without it.',
      holds: async () => {
        const { results, total } = await answerOf([hit('Blank'), hit('Quay')])
        expect([results.map(({ title }) => title), total]).toEqual([['Quay'], 1])
      },
    },
    'untitled page': {
      says: 'A page without a title in the workspace is a result with the title Untitled.',
      because: 'The site shows such a page under this title everywhere, so a search for its text must find it.',
      holds: async () => expect((await ask('zebra')).results.map(({ title }) => title)).toEqual(['Untitled']),
    },
    ancestorId: {
      says: 'A query with the id of a page finds only that page and the pages below it.',
      holds: async () => {
        const below = async (name: string) =>
          (await ask('lighthouse', { ancestorId: idOf(name) })).results.map(({ title }) => title).sort()
        expect([await below('Quay'), await below('Shed'), await below('Odd')]).toEqual([['Quay', 'Shed'], ['Shed'], []])
      },
    },
    'blank query': {
      says: 'A blank query has no results. Its response names the main pages and the newest others.',
      holds: async () => {
        const { start, ...answer } = await ask('  ')
        expect(answer).toEqual({ results: [], total: 0, throttle: 150 })
        const titles = [start?.sections, start?.newest].map((pages) => pages?.map(({ title }) => title))
        expect(titles).toEqual([
          ['Odd', 'Quay', 'Untitled'],
          ['Shed', 'Pen'],
        ])
      },
    },
    error: {
      says: 'The response to a failed search contains an error, its id and no results.',
      holds: async () => {
        await prepareServer()
        const response = await POST(new Request(`${SITE_URL}/api/search`, { method: 'POST', body: '{}' }))
        const answer: unknown = await response.json()
        expect(response.status).toBe(400)
        expect(answer).toEqual({ error: expect.stringContaining('JSON'), errorId: 'bad-body' })
      },
    },
  }),
}
