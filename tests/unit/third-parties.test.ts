import { describe, expect, it } from 'vitest'
import { readAnalytics, readComments } from '@/lib/third-parties'

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
    const { script, origins } = readAnalytics('ga4:G-ABC123XYZ') ?? {}
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

describe('readComments', () => {
  it('reads the names and ids of a repository and a category', () => {
    expect(readComments('me/my.site#R_kgDOx=/Show and tell#DIC_kw-_')).toEqual({
      repo: 'me/my.site',
      repoId: 'R_kgDOx=',
      category: 'Show and tell',
      categoryId: 'DIC_kw-_',
    })
  })

  it.each(['me/site', 'me#R_1/General#DIC_1', 'me/site#R_1', 'me/site#R_1/General', 'me/site#R 1/General#DIC_1'])(
    'returns undefined for %s',
    (text) => {
      expect(readComments(text)).toBeUndefined()
    },
  )
})
