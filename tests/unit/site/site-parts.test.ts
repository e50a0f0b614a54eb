import { afterEach, describe, expect, test } from 'vitest'
import { findLostSettingsLinks } from '@/cli/lib/lost-settings-links'
import type { SiteSettings } from '@/lib/branding/site-settings'
import { getRuntime } from '@/lib/runtime'
import { PUBLIC } from '@/lib/site/access'
import {
  getFooterColumns,
  getHeaderLinks,
  hasChosenLinks,
  openAddress,
  summarizeAddresses,
} from '@/lib/site/links-around'
import { buildSite } from '@/lib/site/prepare/build-site'
import { findFindings } from '@/lib/site/prepare/lint'
import { Site } from '@/lib/site/site'
import { getSiteFolder } from '@/lib/site-folder/site-folder'
import type { NavigationRow } from '@/lib/workspace/read/page-tables'
import type { PageRecord } from '@/lib/workspace/stored'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

const MEMBER = { signedIn: true, organizations: [] }
const settings = { ...SETTINGS, signIn: true }
const link = (title: string, to: string, more: Partial<NavigationRow> = {}): NavigationRow => ({
  title,
  to,
  group: '',
  ...more,
})

function build(init: Partial<PageRecord>, rows: PageRecord[] = [], collections: Parameters<typeof buildInput>[1] = []) {
  const root = page('Root', undefined, { children: [createId('Tides'), createId('Closed')], ...init })
  const pages = [root, page('Tides', 'Root'), page('Closed', 'Root'), ...rows]
  const input = buildInput(
    pages.map((each) => ({ ...each, accessTable: { ...each.accessTable, ...(each === root && CLOSED) } })),
    collections,
  )
  const index = buildSite(input, settings)
  return { index, site: new Site(index), findings: findFindings(input, index, [], settings) }
}
const CLOSED = { [createId('Closed')]: 'Members' }

const NAVIGATION: NavigationRow[] = [
  link('GitHub', 'https://github.com/ann'),
  link('', '', { page: createId('Tides'), group: 'Reading' }),
  link('For members', '', { page: createId('Closed'), group: 'Reading' }),
  link('Write to us', 'mailto:ann@example.com', { isInFooter: true }),
  link('Search for boats', '/search?q=boats', { isInFooter: true, group: 'More' }),
  link('Nowhere', '/nowhere'),
  link('Code', 'javascript:alert(1)', { isInFooter: true }),
]

describe('the Navigation table', () => {
  const { site, findings, index } = build({ navigation: NAVIGATION })

  test('sets links and menus of the header, as far as a viewer may follow them', () => {
    expect(getHeaderLinks(site, PUBLIC)).toEqual([
      { path: 'https://github.com/ann', title: 'GitHub' },
      { path: '', title: 'Reading', links: [{ path: '/tides', title: 'Tides' }] },
    ])
    expect(getHeaderLinks(site, MEMBER)[1]?.links).toEqual([
      { path: '/members/tides', title: 'Tides' },
      { path: '/members/closed', title: 'For members' },
    ])
    expect(hasChosenLinks(site)).toBe(true)
  })

  test('sets columns of the footer', () => {
    expect(getFooterColumns(site, PUBLIC)).toEqual([
      { links: [{ path: 'mailto:ann@example.com', title: 'Write to us' }] },
      { title: 'More', links: [{ path: '/search?q=boats', title: 'Search for boats' }] },
    ])
  })

  test('reports links that lead nowhere', () => {
    expect(findings.filter(({ kind }) => kind === 'navigation-target')).toEqual([
      { kind: 'navigation-target', title: 'Nowhere', to: '/nowhere', page: createId('Root') },
      { kind: 'navigation-target', title: 'Code', to: 'javascript:alert(1)', page: createId('Root') },
    ])
  })

  test('changes the versions of all pages', () => {
    const getVersions = ({ pages }: typeof index) => pages.map(({ version }) => version)
    const after = getVersions(build({ navigation: NAVIGATION.slice(1) }).index)
    expect(getVersions(index).filter((version) => after.includes(version))).toEqual([])
  })

  test('of a members root page is not used', () => {
    const closed = build({ navigation: NAVIGATION, accessTable: { [createId('Root')]: 'Members' } }).site
    expect(getHeaderLinks(closed, MEMBER).map(({ title }) => title)).toEqual(['Tides', 'Closed'])
    expect(getFooterColumns(closed, MEMBER)).toEqual([])
  })
})

describe('addresses of site.json', () => {
  const setSettings = (settings: SiteSettings) => {
    getRuntime().siteFolder = { ...getSiteFolder(), settings }
  }
  afterEach(() => {
    delete getRuntime().siteFolder
  })
  const { site } = build({})

  test.each([
    ['/tides', '/tides', '/members/tides'],
    ['/tides/?a=b#c', '/tides?a=b#c', '/members/tides?a=b#c'],
    ['/', '/', '/members'],
    ['/Tides', '/tides', '/members/tides'],
    ['/closed', undefined, '/members/closed'],
    ['/closed#part', undefined, '/members/closed#part'],
    ['/nowhere', undefined, undefined],
    ['/tags/none', undefined, undefined],
    ['/%', undefined, undefined],
    ['/ships.pdf', '/ships.pdf', '/ships.pdf'],
    ['/feed.xml?a', '/feed.xml?a', '/feed.xml?a'],
    ['/search?q=boats', '/search?q=boats', '/search?q=boats'],
    ['/sign-in', '/sign-in', '/sign-in'],
    ['/members', '/members', '/members'],
    ['https://example.com', 'https://example.com/', 'https://example.com/'],
    ['mailto:ann@example.com', 'mailto:ann@example.com', 'mailto:ann@example.com'],
  ])('%s leads the public to %s and members to %s', (href, open, closed) => {
    expect([openAddress(href, site, PUBLIC), openAddress(href, site, MEMBER)]).toEqual([open, closed])
  })

  test('are links of the header and the footer as far as a viewer may follow them', () => {
    const links = [
      { title: 'Tides', href: '/tides' },
      { title: 'For members', href: '/closed' },
    ]
    setSettings({ navigation: links, footer: [{ title: 'More', links: links.slice(1) }] })
    expect(getHeaderLinks(site, PUBLIC)).toEqual([{ path: '/tides', title: 'Tides' }])
    expect(getFooterColumns(site, PUBLIC)).toEqual([])
    expect(getFooterColumns(site, MEMBER)).toEqual([
      { title: 'More', links: [{ path: '/members/closed', title: 'For members' }] },
    ])
  })
})

test('addresses of site.json are looked up in the language of the page first, then in the others', () => {
  const languages = [
    { tag: 'en', page: createId('Root') },
    { tag: 'zh-cn', page: createId('Chinese') },
  ]
  const pages = [
    page('Root', undefined, { languages }),
    page('About', 'Root'),
    page('Imprint', 'Root'),
    page('Chinese', undefined, { language: 'zh' }),
    page('About', 'Chinese', { id: createId('Other'), language: 'zh' }),
  ]
  const chinese = new Site(buildSite(buildInput(pages), settings)).forLanguage('zh-CN')
  const open = (href: string) => openAddress(href, chinese, PUBLIC)
  expect(['/about', '/imprint', '/zh-CN/about', '/'].map(open)).toEqual([
    '/zh-CN/about',
    '/imprint',
    '/zh-CN/about',
    '/zh-CN',
  ])
})

test('addresses of site.json that lead no viewer to a page are reported', () => {
  const { site } = build({})
  const navigation = [
    { title: 'For members', href: '/closed' },
    { title: 'Nowhere', href: '/nowhere' },
    {
      title: 'More',
      links: [
        { title: 'Code', href: 'https://example.com' },
        { title: 'Typo', href: '/tides2#part' },
      ],
    },
  ]
  expect(
    findLostSettingsLinks(site, {
      navigation,
      footer: [{ links: [{ title: 'Imprint', href: '/imprnt' }] }],
      social: [{ href: '/feed.xml' }, { href: '/none' }],
      announcement: { text: 'News', href: '/news' },
      notFound: { page: '/closed' },
    }),
  ).toEqual([
    'site.json: navigation[1].href leads to no page: /nowhere',
    'site.json: navigation[2].links[1].href leads to no page: /tides2#part',
    'site.json: footer[0].links[0].href leads to no page: /imprnt',
    'site.json: social[1].href leads to no page: /none',
    'site.json: announcement.href leads to no page: /news',
    'site.json: notFound.page leads to no public page: /closed',
  ])
  expect(findLostSettingsLinks(site, { navigation: navigation.slice(0, 1), notFound: { page: '/tides' } })).toEqual([])
})

test('the versions of pages include where the addresses of site.json lead', () => {
  const summarize = (href: string) => {
    getRuntime().siteFolder = { ...getSiteFolder(), settings: { announcement: { text: 'Closed', href } } }
    return summarizeAddresses(build({}).site)
  }
  expect(summarize('/tides')).not.toBe(summarize('/closed'))
  expect(summarize('https://example.com')).toBe('')
  delete getRuntime().siteFolder
})

test('a site without links of its own has its main pages in the header', () => {
  const { site } = build({})
  expect(getHeaderLinks(site, PUBLIC)).toEqual([{ path: '/tides', title: 'Tides' }])
  expect(getFooterColumns(site, PUBLIC)).toEqual([])
  expect(hasChosenLinks(site)).toBe(false)
})

describe('layouts', () => {
  const options = ['Wide', 'Plain', 'Sideways'].map((value) => ({ id: value, value }))
  const rows = collection('Rows', 'Root', { Layout: { type: 'select', options } })
  const { index, findings } = build(
    { layouts: { [createId('Tides')]: 'Landing', [createId('Closed')]: 'other', [createId('A')]: 'plain' } },
    [row('A', 'Rows', { Layout: 'Wide' }), row('B', 'Rows', { Layout: 'Sideways' })],
    [rows],
  )
  const getLayout = (name: string) => index.pages.find(({ id }) => id === createId(name))?.layout

  test('come from the property of a row, or else from a table on the root page', () => {
    expect(['A', 'B', 'Tides', 'Closed', 'Root'].map(getLayout)).toEqual([
      'wide',
      undefined,
      'landing',
      undefined,
      undefined,
    ])
  })

  test('that do not exist are reported', () => {
    expect(findings.flatMap((each) => (each.kind === 'wrong-layout' ? [each.text] : []))).toEqual(['other', 'Sideways'])
  })
})

describe('unknown rows of the Look table', () => {
  const findUnknown = (init: Partial<PageRecord>) =>
    build(init).findings.flatMap((each) => (each.kind === 'unknown-look' ? [[each.row, each.nearest]] : []))

  test('are reported with the nearest row', () => {
    const unknownLookTableRow = ['Colour', 'acent', 'Footer', 'Anouncement link']
    expect(findUnknown({ look: { font: 'sans' }, unknownLookTableRow })).toEqual([
      ['Colour', 'Accent'],
      ['acent', 'Accent'],
      ['Footer', 'Copyright'],
      ['Anouncement link', 'Announcement link'],
    ])
  })

  test('of a table without any setting are reported only if they are misspelled', () => {
    expect(findUnknown({ unknownLookTableRow: ['Acccent', 'Owl'] })).toEqual([['Acccent', 'Accent']])
  })
})

test('a theme that does not exist is reported', () => {
  const findThemes = (theme: string) => {
    const input = buildInput([page('Root', undefined, { look: { theme } })])
    const index = buildSite(input, settings)
    return findFindings(input, index, [], { ...settings, themes: ['magazine'] }).flatMap((each) =>
      each.kind === 'wrong-look' ? [each.text] : [],
    )
  }
  expect(['magazine', 'Magazine', 'hexo', '../secret'].map(findThemes)).toEqual([[], [], ['hexo'], ['../secret']])
})
