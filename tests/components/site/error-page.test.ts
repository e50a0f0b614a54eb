import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { renderErrorPage, renderFillingPage } from '@/components/errors/error-pages'
import { COLORS } from '@/lib/branding/palette'
import { PUBLIC_TOKENS, readTokens } from '@/lib/branding/tokens'
import type { ErrorStatus } from '@/lib/formats/error-page'
import { validateHtml } from '@/tests/support/html'
import { readColors } from './tokens'

const TITLES: [ErrorStatus, string][] = [
  [400, 'Bad Request'],
  [403, 'Forbidden'],
  [404, 'This page could not be found'],
  [405, 'Method Not Allowed'],
  [410, 'Gone'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [503, 'Service Unavailable'],
]

describe.each(TITLES)('the error page with status %d', (status, title) => {
  const html = renderErrorPage(status, { locale: 'en', siteName: 'The Handbook' })

  test('describes the error, with links to continue', () => {
    expect(html).toContain(`<h1><b class="screen-code">${status} </b>${title}</h1>`)
    expect(html).toContain(`<title>${title} · The Handbook</title>`)
    expect(html).toMatch(/<p>[^<]{20,}<\/p>/)
    expect(html).toContain('<a href="/">Go to the home page</a>')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
  })

  test('is valid HTML in every language', async () => {
    const suggestions = [{ path: '/a?b"&', title: '<img src=x>', parent: '</small>' }]
    const settings = { siteName: '</title>', navigation: suggestions, suggestions }
    for (const locale of ['en', 'zh-CN'])
      expect(await validateHtml(renderErrorPage(status, { locale, ...settings }))).toEqual([])
  })

  test('contains no script and loads only the icon', () => {
    expect(html).not.toContain('<script')
    expect(html.match(/(?:src|href|url)\s*[=(]\s*["']?[^"'\s>)]+/g)).toEqual([
      'href="/icon.svg',
      'href="/',
      'href="/search',
      'href="/',
      'href="/',
    ])
  })
})

test('says with what the site is made, unless the operator removed it', () => {
  expect(renderErrorPage(404, { locale: 'en' })).toContain('Made with Colophon')
  expect(renderErrorPage(404, { locale: 'en', madeWith: false })).not.toContain('Made with Colophon')
})

test('the page during a first sync is valid HTML', async () => {
  for (const pages of [0, 3])
    expect(
      await validateHtml(renderFillingPage({ locale: 'en', pages, pagesKnown: 2 * pages, failed: false })),
    ).toEqual([])
})

test('links to the home page of a language and searches in that language', () => {
  const html = renderErrorPage(404, {
    locale: 'zh-CN',
    siteName: '海港',
    home: 'zh-CN-1234',
    prefix: 'zh-CN',
    suggestions: [],
  })
  expect(html.match(/href="\/zh-CN-1234"/g)).toHaveLength(3)
  expect(html).toContain('<input type="hidden" name="lang" value="zh-CN"/>')
})

test('detects invalid HTML', async () => {
  expect(await validateHtml(renderErrorPage(404, { locale: 'en' }).replace('</h1>', '</h2>'))).not.toEqual([])
  expect(await validateHtml(renderErrorPage(404, { locale: 'en' }).replace(/<title>.*<\/title>/, ''))).not.toEqual([])
})

test('is in the interface language, or in English if that is unknown', () => {
  expect(renderErrorPage(404, { locale: 'zh-CN' })).toContain('<html lang="zh-CN">')
  expect(renderErrorPage(404, { locale: 'zh-CN' })).toContain('找不到此页面')
  expect(renderErrorPage(404, { locale: 'constructor' })).toContain('This page could not be found')
})

test('escapes the name of the site', () => {
  const html = renderErrorPage(404, { locale: 'en', siteName: '</title><script>alert("1")</script>&\'' })
  expect(html).not.toContain('<script')
  expect(html).toContain('&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#x27;')
})

test('has a title without the name of the site', () => {
  expect(renderErrorPage(503, { locale: 'en' })).toContain('<title>Service Unavailable</title>')
})

test('has a link to try again if the page may come back', () => {
  const retry = '<a href="">Try again</a>'
  expect(renderErrorPage(503, { locale: 'en' })).toContain(retry)
  expect(renderErrorPage(404, { locale: 'en' })).not.toContain(retry)
})

test('has the colors of the site', () => {
  const html = renderErrorPage(404, { locale: 'en' })
  const [light = '', dark = ''] = html.match(/--paper: [^}]*/g) ?? []
  const colors = readColors()
  for (const name of ['paper', 'ink', 'muted', 'line-strong', 'accent']) {
    expect(light, name).toContain(`--${name}: ${colors.get(name)?.[0]};`)
    expect(dark, name).toContain(`--${name}: ${colors.get(name)?.[1]};`)
  }
})

test('has the configured accent, and applies a stored theme', () => {
  const html = renderErrorPage(404, { locale: 'en', branding: { accent: '#2f6f4e' }, script: 'remembered()' })
  // Outside of the cascade layer of the design.
  expect(html).toContain('}\n:root { color-scheme: light dark; --accent: #2f6f4e; }')
  expect(html.indexOf('<script>remembered()</script>')).toBeLessThan(html.indexOf('<style>'))
})

test('uses the font of the site, or the configured font', () => {
  const fontUrl = '/_next/static/media/reading.woff2'
  expect(renderErrorPage(404, { locale: 'en', fontUrl })).toContain(`src: url("${fontUrl}")`)
  const chosen = renderErrorPage(404, { locale: 'en', fontUrl, branding: { font: 'mono' } })
  expect(chosen).toContain('--font-body: var(--font-code)')
  expect(chosen).not.toContain('@font-face')
})

test('escapes suggested pages, and has a search field', () => {
  const suggestions = [{ path: '/a?b"', title: '<img src=x>' }]
  const html = renderErrorPage(404, { locale: 'en', suggestions })
  expect(html).toContain('<a href="/a?b&quot;" dir="auto">&lt;img src=x&gt;</a>')
  expect(html).toMatch(/<form [^>]*action="\/search"[^>]*><input type="search"[^>]* name="q"/)
  expect(renderErrorPage(404, { locale: 'en', suggestions: [] })).not.toContain('<ul>')
  expect(renderErrorPage(404, { locale: 'en' })).not.toContain('<form')
})

test('has the header of the site with its name, its first main pages and the search', () => {
  const navigation = Array.from({ length: 30 }, (_, at) => ({ path: `/${at}`, title: `Page ${at}` }))
  const html = renderErrorPage(404, { locale: 'en', siteName: 'The <b>Handbook</b>', navigation })
  const [, header = ''] = /<header class="site-header">(.*)<\/header>/.exec(html) ?? []
  expect(header).toContain('<a class="site-name" href="/" dir="auto">The &lt;b&gt;Handbook&lt;/b&gt;</a>')
  expect(header).toContain('<a href="/search">Search</a>')
  expect(header.match(/href="\/\d+"/g)).toHaveLength(12)
  expect(renderErrorPage(404, { locale: 'en' })).not.toContain('<header')
})

test('has the footer of the site with its name and lists', () => {
  const lists = [{ path: '/tags', title: 'Tags & more' }]
  const html = renderErrorPage(404, { locale: 'en', siteName: 'The <b>Handbook</b>', icon: '📖', lists })
  const [, footer = ''] = /<footer class="site-footer">(.*)<\/footer>/.exec(html) ?? []
  expect(footer).toContain('<a href="/" dir="auto">The &lt;b&gt;Handbook&lt;/b&gt;</a>')
  expect(footer).toContain('<a href="/tags" dir="auto">Tags &amp; more</a>')
  expect(footer).toContain('Made with Colophon.')
  expect(html).toContain('<span class="page-icon" aria-hidden="true">📖</span>The &lt;b&gt;Handbook')
})

test('has the columns and social links of the footer, with the class names of other pages', async () => {
  const html = renderErrorPage(500, {
    locale: 'en',
    siteName: 'Site',
    columns: [{ title: 'Legal', links: [{ path: '/imprint', title: 'Imprint' }] }],
    social: [{ href: 'https://github.com/ann', icon: 'github', label: 'GitHub' }],
  })
  expect(html).toContain(
    '<div class="site-columns"><div><h2 dir="auto">Legal</h2><ul><li><a href="/imprint" dir="auto">',
  )
  expect(html).toContain(
    '<ul class="site-social"><li><a href="https://github.com/ann" rel="me noopener" aria-label="GitHub"',
  )
  for (const name of ['site-header', 'site-name', 'site-footer', 'mark', 'screen', 'screen-code', 'screen-links']) {
    expect(html).toContain(`class="${name}"`)
  }
  expect(await validateHtml(html)).toEqual([])
})

test('has the parts that components of the site folder have drawn', () => {
  const drawn = { header: '<header>Own</header>', notFound: '<h1>Adrift</h1>' }
  const html = renderErrorPage(404, { locale: 'en', siteName: 'Site', drawn })
  expect(html).toContain('<header>Own</header>')
  expect(html).toContain('<h1>Adrift</h1>')
  expect(html).not.toContain('class="site-header"')
  expect(html).toContain('class="site-footer"')
})

test('offers to sign in if the site has sign-in', async () => {
  const signIn = '/sign-in?redirect_url=%2Fmembers%2Fa"'
  const html = renderErrorPage(404, { locale: 'en', siteName: 'Site', signIn })
  expect(
    html.match(/<a href="\/sign-in\?redirect_url=%2Fmembers%2Fa&quot;" rel="nofollow">Sign in<\/a>/g),
  ).toHaveLength(2)
  expect(await validateHtml(html)).toEqual([])
  expect(renderErrorPage(404, { locale: 'en', siteName: 'Site' })).not.toContain('Sign in')
})

test('shows the parents of suggested pages with equal titles', () => {
  const suggestions = [
    { path: '/en/setup', title: 'Setup', parent: 'Guide <1>' },
    { path: '/other', title: 'Other' },
  ]
  const html = renderErrorPage(404, { locale: 'en', suggestions })
  expect(html).toContain('<a href="/en/setup" dir="auto">Setup</a> <small dir="auto">Guide &lt;1&gt;</small></li>')
  expect(html).toContain('<a href="/other" dir="auto">Other</a></li>')
})

test('has the sizes of the design, which rules of themes use', () => {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(renderErrorPage(404, { locale: 'en' })) ?? []
  const [design, own] = [readFileSync('styles/tokens.css', 'utf8'), style].map(readTokens)
  for (const name of PUBLIC_TOKENS.filter((each) => /^(?:space|text|label)-|^site-margin$|^measure$/.test(each))) {
    const value = own?.get(name)
    if (value !== undefined) expect(value, name).toBe(design?.get(name))
  }
  const themes = readdirSync('themes').flatMap((theme) => {
    const file = `themes/${theme}/theme.css`
    return existsSync(file) ? [readFileSync(file, 'utf8')] : []
  })
  const rules = themes.flatMap(
    (css) => css.match(/\.(?:site-header|site-name|site-footer|screen)[^{}]*\{[^{}]*\}/g) ?? [],
  )
  const used = rules.flatMap((rule) => [...rule.matchAll(/var\(--([\w-]+)\)/g)].map(([, name = '']) => name))
  expect(used).toContain('space-4')
  const known = new Set([...(own?.keys() ?? []), ...Object.keys(COLORS), 'sidebar-width', 'header-border'])
  expect(used.filter((name) => !known.has(name) && !themes.some((css) => readTokens(css).has(name)))).toEqual([])
})
