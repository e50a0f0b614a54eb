import { describe, expect, it } from 'vitest'
import { getFeedPages } from '@/lib/formats/feeds'
import { renderLlmsText } from '@/lib/formats/llms'
import { renderSitemap } from '@/lib/formats/sitemap'
import {
  combineAccess,
  getRowAccess,
  inheritAccess,
  mayList,
  mayRead,
  PUBLIC,
  parseAccessWords,
} from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { Access } from '@/lib/site/site-index'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, date, page, row } from '../../support/records'

const unlisted: Access = { kind: 'public', unlisted: 'self' }
const below: Access = { kind: 'public', unlisted: 'above' }

describe('unlisted access', () => {
  const getAccess = (schema: Parameters<typeof collection>[2], values: Record<string, string>) =>
    getRowAccess(row('a', 'rows', values).block, collection('rows', 'root', schema), SETTINGS)

  it('is set by an Access value, alone or with others', () => {
    expect(parseAccessWords([' UNLISTED '])).toEqual(unlisted)
    expect(parseAccessWords(['unlisted', 'public'])).toEqual(unlisted)
    expect(parseAccessWords(['Members', 'Unlisted'])).toEqual({
      kind: 'members',
      organizations: 'any',
      unlisted: 'self',
    })
    expect(parseAccessWords(['acme', 'unlisted'])).toEqual({
      kind: 'members',
      organizations: ['acme'],
      unlisted: 'self',
    })
  })

  it('is set by a Status value, whether or not the status has a Published option', () => {
    const published = { options: ['Published', 'Unlisted'].map((value) => ({ id: value, value })) }
    expect(getAccess({ Status: { type: 'select', ...published } }, { Status: 'Unlisted' })).toEqual(unlisted)
    expect(getAccess({ Status: { type: 'status' } }, { Status: 'unlisted' })).toEqual(unlisted)
    expect(getAccess({ Status: { type: 'text' } }, { Status: 'Unlisted' }).kind).toBe('unpublished')
    expect(getAccess({ Status: { type: 'status' }, Access: { type: 'select' } }, { Status: 'Unlisted' }).kind).toBe(
      'unpublished',
    )
  })

  it('is inherited and combined with stricter access', () => {
    expect(inheritAccess(unlisted, { kind: 'public' })).toEqual(below)
    expect(inheritAccess(below, { kind: 'public' })).toEqual(below)
    expect(inheritAccess(unlisted, unlisted)).toEqual(unlisted)
    expect(inheritAccess({ kind: 'public' }, unlisted)).toEqual(unlisted)
    expect(combineAccess(unlisted, { kind: 'members', organizations: 'any' })).toEqual({
      kind: 'members',
      organizations: 'any',
      unlisted: 'self',
    })
    expect(combineAccess(unlisted, { kind: 'locked', locks: ['a'] })).toMatchObject({
      kind: 'locked',
      unlisted: 'self',
    })
  })

  it('hides a page from lists but does not prevent reading it', () => {
    for (const each of [unlisted, below]) {
      expect([mayRead(each, PUBLIC), mayList(each, PUBLIC)]).toEqual([true, false])
    }
    // An unlisted page lists its subpages but no other unlisted page.
    expect(mayList(below, PUBLIC, unlisted)).toBe(true)
    expect(mayList(unlisted, PUBLIC, unlisted)).toBe(false)
    expect(mayList(below, PUBLIC, { kind: 'public' })).toBe(false)
  })
})

describe('an unlisted page', () => {
  const posts = collection('Posts', 'Root', {
    Tags: { type: 'multi_select' },
    Date: { type: 'date' },
    Status: { type: 'select' },
  })
  const values = { Tags: 'Sea', Date: date('2020-01-01') }
  const pages = [
    page('Root', undefined, {
      children: [createId('Hidden'), createId('Shown')],
      accessTable: { [createId('Hidden')]: 'Unlisted' },
    }),
    page('Hidden', 'Root', { children: [createId('Below')] }),
    page('Below', 'Hidden'),
    page('Shown', 'Root'),
    row('Secret', 'Posts', { ...values, Tags: 'Sea,Hush', Status: 'Unlisted' }, { links: [createId('Open')] }),
    row('Open', 'Posts', values),
    row('Other', 'Posts', { ...values, Date: date('2020-01-02') }),
  ]
  const index = buildSite(buildInput(pages, [posts]), SETTINGS)
  const site = new Site(index)
  const find = (name: string) => {
    const found = index.pages.find(({ id }) => id === createId(name))
    if (found === undefined) throw new Error(`no page ${name}`)
    return found
  }
  const NAMES = /hidden|below|secret|hush/i

  it('is reachable at its path and through links of editors', () => {
    for (const path of ['hidden', 'below', 'secret']) expect(site.resolvePage(path, PUBLIC).kind, path).toBe('page')
    expect(site.link(createId('Secret'), PUBLIC)?.path).toBe('/secret')
  })

  it('is not in any list', () => {
    const lists = [
      site.navigation(PUBLIC),
      site.children(find('Root'), PUBLIC),
      site.dated(PUBLIC).map(({ title }) => title),
      [...site.terms('tags', PUBLIC).values()].map(({ name, pages: tagged }) => [
        name,
        tagged.map(({ title }) => title),
      ]),
      site.newest(PUBLIC).map(({ title }) => title),
      site.suggestions('secreto'),
      site.neighbors(find('Open'), PUBLIC),
      site.neighbors(find('Shown'), PUBLIC),
      renderSitemap(index, 'https://site.example', undefined),
      renderLlmsText(index, 'https://site.example', 'Others'),
      getFeedPages(index, PUBLIC, Date.now()).map(({ title }) => title),
    ]
    // The serialized access of a page does not contain `hidden`, so only paths and titles can match.
    for (const [at, list] of lists.entries()) {
      const text = JSON.stringify(list, (key, value) => (key === 'backlinks' && list !== undefined ? undefined : value))
      expect(text, String(at)).not.toMatch(NAMES)
    }
    expect(site.neighbors(find('Open'), PUBLIC).backlinks).toEqual([])
    expect(JSON.stringify(lists)).toMatch(/shown/i)
  })

  it('lists its own subpages', () => {
    expect(site.children(find('Hidden'), PUBLIC).map(({ title }) => title)).toEqual(['Below'])
    expect(site.listedPage(createId('Below'), PUBLIC)).toBeUndefined()
  })
})
