import { EventEmitter } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PAGES, ROUTES } from '@/lib/routes'
import { getRuntime } from '@/lib/runtime'
import { Statistics } from '@/lib/statistics/statistics'
import type { Totals } from '@/lib/statistics/totals'
import { countVisit, countWhenFinished, readReferrer } from '@/server/count-visits'
import type { PublicVisit } from '@/server/documents'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const OWN = 'press.example'
const visit = {
  pathname: '/tides',
  screen: { found: { kind: 'page', page: { id: 'tides' } } },
} as unknown as PublicVisit
const missing = { ...visit, isMissing: true } as const

let saved: Totals = {}

beforeEach(() => {
  saved = {}
  getRuntime().statistics = new Statistics(async (_, totals) => void Object.assign(saved, totals))
})
afterEach(() => {
  delete getRuntime().statistics
})

const createRequest = (headers: IncomingHttpHeaders, method = 'GET') =>
  ({ method, headers: { 'user-agent': FIREFOX, ...headers } }) as IncomingMessage

async function count(headers: IncomingHttpHeaders, { method = 'GET', shown = visit, target = '/tides' } = {}) {
  countVisit(createRequest(headers, method), shown, target, OWN)
  await getRuntime().statistics?.store()
  return saved
}

describe('countVisit', () => {
  it('counts a view by the id of the page, and the host of another site that led to it', async () => {
    expect(await count({ referer: 'https://www.news.example/a?user=1', 'sec-fetch-dest': 'document' })).toEqual({
      views: new Map([['tides', 1]]),
      referrers: new Map([['news.example', 1]]),
    })
  })

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)',
    'Mozilla/5.0 (compatible; Baiduspider/2.0)',
    'curl/8.5.0',
    'python-requests/2.32',
    '',
  ])('leaves out %s', async (name) => {
    expect(await count({ 'user-agent': name })).toEqual({})
  })

  it.each([FIREFOX, 'Mozilla/5.0 (Linux; Android 13; CUBOT X50) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'])(
    'counts %s',
    async (name) => {
      expect(await count({ 'user-agent': name })).toEqual({ views: new Map([['tides', 1]]) })
    },
  )

  it('counts neither HEAD requests nor pages that a script fetches', async () => {
    expect(await count({}, { method: 'HEAD' })).toEqual({})
    expect(await count({ 'sec-fetch-dest': 'empty' })).toEqual({})
  })

  it('counts a missing address without its query', async () => {
    expect(await count({}, { shown: missing, target: '/no%20tides?token=1' })).toEqual({
      missing: new Map([['/no tides', 1]]),
    })
    expect(await count({}, { shown: missing, target: `/${'x'.repeat(300)}` })).toEqual({
      missing: new Map([['/no tides', 1]]),
    })
  })

  it('does nothing without statistics', () => {
    delete getRuntime().statistics
    expect(() => countVisit(createRequest({}), visit, '/tides', OWN)).not.toThrow()
  })
})

describe('countWhenFinished', () => {
  async function finish(statusCode: number, more: { visit?: PublicVisit; route?: (typeof ROUTES)[number] } = {}) {
    const response = Object.assign(new EventEmitter(), { statusCode }) as unknown as ServerResponse
    const { visit: found, route = PAGES } = more
    countWhenFinished(createRequest({}), response, { target: '/gone?a', route, visit: found }, OWN)
    response.emit('finish')
    await getRuntime().statistics?.store()
    return saved
  }

  it('counts a page that was rendered, and an address that is missing', async () => {
    expect(await finish(200, { visit })).toEqual({ views: new Map([['tides', 1]]) })
    expect(await finish(404)).toEqual({ views: new Map([['tides', 1]]), missing: new Map([['/gone', 1]]) })
  })

  it('counts neither errors nor what is no page of the site', async () => {
    expect(await finish(503, { visit })).toEqual({})
    expect(await finish(200)).toEqual({})
    const route = ROUTES.find(({ segment }) => segment === 'members')
    expect(await finish(404, { ...(route && { route }) })).toEqual({})
  })
})

describe('readReferrer', () => {
  it.each([
    ['https://press.example/a', undefined],
    ['https://alias.example/a', undefined],
    ['http://10.0.0.1:8080/a', '10.0.0.1'],
    ['android-app://com.example', undefined],
    ['https://', undefined],
    [`https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`, undefined],
  ])('%s is %s', (referer, host) => {
    expect(readReferrer({ referer, host: 'alias.example' }, OWN)).toBe(host)
  })
})
