import { describe, expect, it } from 'vitest'
import { listRedirects } from '@/cli/lib/export/redirects'
import { renderAtomFeed, renderJsonFeed } from '@/lib/formats/feeds'
import { renderLlmsText } from '@/lib/formats/llms'
import { renderSitemap } from '@/lib/formats/sitemap'
import { mayRead, PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { findFindings } from '@/lib/site/prepare/lint'
import { readSlugTarget } from '@/lib/site/prepare/written-addresses'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

const { siteUrl } = SETTINGS

describe('readSlugTarget', () => {
  it.each([
    ['opening-hours', 'opening-hours'],
    ['docs/Getting Started', 'docs/getting-started'],
    [`${siteUrl}/harbour`, 'harbour'],
    ['HTTPS://TIDES.EXAMPLE/Harbour?from=mail#tides', 'harbour'],
    [`${siteUrl}/%E5%85%B3%E4%BA%8E`, '关于'],
    ['%E5%85%B3%E4%BA%8E', '关于'],
    ['caf%C3%A9.html', 'café'],
    ['100%', '100'],
    ['100%25-wool', '100-wool'],
    ['%FF%FE', 'fffe'],
    ['a\u00a0b', 'a-b'],
    ['Part 2: tides', 'part-2-tides'],
  ])('%s is a path of the site', (slug, path) => {
    expect(readSlugTarget(slug, siteUrl)).toEqual({ path })
  })

  it('reads the path of the site below the path of its address', () => {
    expect(readSlugTarget('https://a.example/docs/tides', 'https://a.example/docs')).toEqual({ path: 'tides' })
    expect(readSlugTarget('https://a.example/tides', 'https://a.example/docs').address).toBe('https://a.example/tides')
  })

  it('reads the path of the site below that of the language', () => {
    expect(readSlugTarget(`${siteUrl}/zh-CN/tides`, siteUrl, 'zh-CN')).toEqual({ path: 'tides' })
    expect(readSlugTarget(`${siteUrl}/zh-CN/tides`, siteUrl)).toEqual({ path: 'zh-cn/tides' })
  })

  it.each([
    ['https://other.example/a b?q=1#c', 'https://other.example/a%20b?q=1#c'],
    ['http://other.example', 'http://other.example/'],
    ['https://例え.example/', 'https://xn--r8jz45g.example/'],
  ])('%s is an address of another site', (slug, address) => {
    expect(readSlugTarget(slug, siteUrl)).toEqual({ path: '', address })
  })

  it.each([
    'https://user:secret@other.example/',
    'https://user@other.example/',
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://other.example',
    'data:text/html,<script>alert(1)</script>',
    'ftp://other.example/file',
    'file:///etc/passwd',
    'https://',
    'https://other.example\\@tides.example',
    'https://www.notion.so/Tides-0123456789abcdef0123456789abcdef',
    `${siteUrl}/`,
    `https://other.example/${'a'.repeat(10_000)}`,
  ])('%.60s is an address that no page leads to', (slug) => {
    expect(readSlugTarget(slug, siteUrl)).toEqual({ path: '', isUnusable: true })
  })
})

describe('a row whose slug is an address of another site', () => {
  const published = { Status: 'Published' }
  const input = buildInput(
    [
      page('Root', undefined),
      row('Talk', 'Rows', { ...published, Slug: 'https://talks.example/tides' }, { excerpt: 'Hidden body', words: 9 }),
      row('Own', 'Rows', { ...published, Slug: `${siteUrl}/harbour` }),
      row('Odd', 'Rows', { ...published, Slug: 'javascript:alert(1)' }),
      row('Secret', 'Rows', { Status: 'Draft', Slug: 'https://talks.example/secret' }),
    ],
    [
      collection('Rows', 'Root', {
        Slug: { type: 'text' },
        Status: { type: 'select', options: ['Published', 'Draft'].map((value) => ({ id: value, value })) },
      }),
    ],
  )
  const index = buildSite(input, SETTINGS)
  const site = new Site(index)
  const find = (name: string) => index.pages.find(({ id }) => id === createId(name))
  const address = 'https://talks.example/tides'

  it('leads there by its path and by links', () => {
    expect(find('Talk')?.path).toBe('talk')
    expect(site.resolve('talk', PUBLIC)).toEqual({ kind: 'external', address, status: 307 })
    expect(site.resolvePage('talk', PUBLIC)).toEqual({ kind: 'missing' })
    expect(site.link(createId('Talk'), PUBLIC)?.path).toBe(address)
    expect(listRedirects(site)).toContainEqual({ from: '/talk', to: address, isListed: true, status: 307 })
  })

  it('is found at its former path', () => {
    expect(site.resolve('https/talksexample/tides', PUBLIC)).toEqual({ kind: 'external', address, status: 307 })
    expect(site.resolve('javascriptalert1', PUBLIC)).toEqual({ kind: 'redirect', path: 'odd' })
  })

  it('is in feeds with that address, and not in the sitemap', () => {
    const talk = find('Talk')
    if (talk === undefined) throw new Error('The page is missing')
    const feed = {
      ...{
        title: '',
        description: '',
        author: '',
        siteUrl,
        pagesUrl: siteUrl,
        home: siteUrl,
        prefix: '',
        atom: '',
        json: '',
      },
      ...{ language: 'en', updated: 0, entries: [{ page: talk }] },
    }
    expect(renderAtomFeed(feed)).toContain(`<link rel="alternate" type="text/html" href="${address}"/>`)
    expect(JSON.parse(renderJsonFeed(feed)).items[0].url).toBe(address)
    const sitemap = renderSitemap(index, siteUrl, undefined) ?? ''
    expect(sitemap).toContain(`${siteUrl}/harbour<`)
    expect(sitemap).not.toContain('talk')
    expect(renderLlmsText(index, siteUrl, 'Other')).toContain(`](${address})`)
  })

  it('does not show its content, which no reader can open', () => {
    expect(find('Talk')).toMatchObject({ description: '', words: 0 })
  })

  it('is closed as long as the row is not published', () => {
    const secret = find('Secret')
    expect(secret && mayRead(secret.access, PUBLIC)).toBe(false)
    expect(site.resolve('secret', PUBLIC).kind).toBe('missing')
  })

  it('is reported if the site cannot lead there', () => {
    const findings = findFindings(input, index, [], SETTINGS).filter(({ kind }) => kind === 'slug-address')
    expect(findings).toEqual([{ kind: 'slug-address', page: createId('Odd') }])
    expect(find('Odd')?.path).toBe('odd')
    expect(find('Own')?.path).toBe('harbour')
  })
})
