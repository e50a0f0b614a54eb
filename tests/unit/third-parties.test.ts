import { describe, expect, it } from 'vitest'
import { addOrigins, readAnalytics, readComments, readGiscus } from '@/lib/third-parties'

describe('readAnalytics', () => {
  it.each([
    ['plausible:example.com', 'https://plausible.io/js/script.js', { domain: 'example.com' }, ['https://plausible.io']],
    [
      'plausible:https://stats.example.com/js/script.js#example.com',
      'https://stats.example.com/js/script.js',
      { domain: 'example.com' },
      ['https://stats.example.com'],
    ],
    [
      'umami:https://stats.example.com/script.js#94db1cb1-74f4',
      'https://stats.example.com/script.js',
      { 'website-id': '94db1cb1-74f4', 'host-url': 'https://stats.example.com' },
      ['https://stats.example.com'],
    ],
  ])('reads %s', (text, src, data, origins) => {
    expect(readAnalytics(text)).toEqual({ script: { src, data }, origins })
  })

  it('reads vercel, which needs no script', () => {
    expect(readAnalytics('vercel')).toEqual({ origins: [] })
  })

  it('reads ga4:G-ABC123XYZ with more origins than that of the script', () => {
    const { script, origins, setsCookies } = readAnalytics('ga4:G-ABC123XYZ') ?? {}
    expect(setsCookies, 'only this service sets cookies').toBe(true)
    const src = 'https://www.googletagmanager.com/gtag/js?id=G-ABC123XYZ'
    expect(script).toEqual({ src, data: { tag: 'G-ABC123XYZ' } })
    expect(origins).toContain('https://*.google-analytics.com')
  })

  it.each([
    'google',
    'plausible',
    'plausible:',
    'plausible:example',
    'plausible:https://stats.example.com/js/script.js',
    'plausible:javascript:alert(1)#example.com',
    'umami:94db1cb1',
    'umami:https://a.example/x.js#" onload="alert(1)',
    "umami:https://a.example;script-src'*'/x.js#id",
    'ga4:UA-1234',
    'ga4:G-1&x=y',
  ])('returns undefined for %s', (text) => {
    expect(readAnalytics(text)).toBeUndefined()
  })
})

const allow = (origin: string, ...kinds: string[]) => Object.fromEntries(kinds.map((kind) => [kind, [origin]]))

const GISCUS = {
  service: 'giscus',
  data: { repo: 'me/my.site', 'repo-id': 'R_kgDOx=', category: 'Show and tell', 'category-id': 'DIC_kw-_' },
  origins: allow('https://giscus.app', 'frame'),
}
const OWN = 'https://talk.example:8443'
const SCRIPTS = ['script', 'connect', 'style']

describe('readGiscus', () => {
  it('reads the names and ids of a repository and a category', () => {
    expect(readGiscus('me/my.site#R_kgDOx=/Show and tell#DIC_kw-_')).toEqual(GISCUS)
  })

  it.each(['me/site', 'me#R_1/General#DIC_1', 'me/site#R_1', 'me/site#R_1/General', 'me/site#R 1/General#DIC_1'])(
    'returns undefined for %s',
    (text) => {
      expect(readGiscus(text)).toBeUndefined()
      expect(readComments(`giscus:${text}`)).toBeUndefined()
    },
  )
})

describe('readComments', () => {
  it('reads comments in the workspace, with or without their database', () => {
    expect(readComments('notion')).toEqual({ service: 'notion' })
    const database = 'https://www.notion.so/0123456789abcdef0123456789abcdef'
    const id = '01234567-89ab-cdef-0123-456789abcdef'
    for (const written of [database, id]) {
      expect(readComments(`notion:${written}`)).toEqual({ service: 'notion', database: id })
    }
    expect(readComments('notion:here')).toBeUndefined()
  })

  it.each([
    ['giscus:me/my.site#R_kgDOx=/Show and tell#DIC_kw-_', GISCUS],
    [
      'waline:https://talk.example:8443/',
      { service: 'waline', data: { server: OWN }, origins: allow(OWN, 'connect', 'img') },
    ],
    [
      'artalk:https://talk.example:8443/a/#My%20site',
      {
        service: 'artalk',
        data: { server: `${OWN}/a`, site: 'My site' },
        origins: allow(OWN, ...SCRIPTS, 'img', 'frame'),
      },
    ],
    [
      'cusdis:94db1cb1-74f4',
      {
        service: 'cusdis',
        data: { server: 'https://cusdis.com', 'app-id': '94db1cb1-74f4' },
        origins: allow('https://cusdis.com', ...SCRIPTS),
      },
    ],
    [
      'cusdis:https://talk.example:8443#app',
      { service: 'cusdis', data: { server: OWN, 'app-id': 'app' }, origins: allow(OWN, ...SCRIPTS) },
    ],
    [
      'remark42:https://talk.example:8443#my.site',
      { service: 'remark42', data: { server: OWN, site: 'my.site' }, origins: allow(OWN, 'frame') },
    ],
  ])('reads %s', (text, settings) => {
    expect(readComments(text)).toEqual(settings)
  })

  it.each([
    ...['disqus:name', 'waline', 'waline:', 'waline:talk.example', 'waline:https://talk.example#x'],
    ...['waline:javascript:alert(1)', "waline:https://a.example;script-src'*'", 'artalk:https://talk.example?x=1'],
    ...['cusdis:', 'cusdis:a b', 'cusdis:https://talk.example', 'remark42:https://talk.example', 'remark42:site'],
    ...['remark42:https://talk.example#%', 'artalk:https://user@[::1]/'],
  ])('returns undefined for %s', (text) => {
    expect(readComments(text)).toBeUndefined()
  })
})

it('addOrigins returns the origins of both parts by what is loaded', () => {
  expect(addOrigins({ script: ['a'], img: ['b'] }, { script: ['c'], font: ['d'] })).toEqual({
    script: ['a', 'c'],
    img: ['b'],
    font: ['d'],
  })
  expect(addOrigins()).toEqual({})
})
