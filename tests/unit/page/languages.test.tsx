import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { StructuredData } from '@/app/screen'
import { renderPageEnd } from '@/components/content/render'
import { createViewContext } from '@/lib/page/create-view-context'
import { getPageEnd } from '@/lib/page/page-end'
import type { PageView } from '@/lib/page/page-view'
import { getTermLabels } from '@/lib/page/post-list'
import { createSidebar } from '@/lib/page/sidebar'
import { getPageChrome } from '@/lib/screens/chrome'
import { getMetadata } from '@/lib/screens/metadata'
import type { ScreenOf } from '@/lib/screens/open-screen'
import { createStartPages } from '@/lib/search/search-site'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { findLinkTarget } from '@/lib/site/prepare/written-addresses'
import { Site } from '@/lib/site/site'
import { getSiteMessages } from '@/messages/languages'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

const SHORT = createId('中文').slice(0, 8)

/** Opens a site on which the path of the page `zh-cn` is the tag of the Chinese home page, and the path of a post begins with `en`. */
function openSite(): Site {
  const languages = [
    { tag: 'en', page: createId('Root') },
    { tag: 'zh-CN', page: createId('中文') },
  ]
  const chapters = Array.from({ length: 101 }, (_, index) => `第${index}章`)
  const root = page('Root', undefined, {
    languages,
    look: { navigation: 'sidebar' },
    children: ['zh-cn', 'Guide'].map(createId),
  })
  const posts = collection('Posts', 'Root', { Slug: {}, Tags: { type: 'multi_select' } })
  const records = [
    root,
    page('zh-cn', 'Root'),
    page('Guide', 'Root'),
    row('Post', 'Posts', { Slug: 'en/post', Tags: 'Sea' }),
    page('中文', undefined, { language: 'zh', children: chapters.map(createId) }),
    ...chapters.map((name) => page(name, '中文', { language: 'zh' })),
    page('Глава', '中文', { language: 'ru', links: [createId('第1章')] }),
    page('Часть', '中文', { language: 'ru', links: [createId('Глава')] }),
  ]
  return new Site(buildSite(buildInput(records, [posts]), SETTINGS))
}

const site = openSite()
const getPage = (name: string) => {
  const found = site.page(createId(name), PUBLIC)
  if (found === undefined) throw new Error(`There is no page ${name}`)
  return found
}

async function openPage(name: string): Promise<ScreenOf<'page'>> {
  const page = getPage(name)
  const view = { plainTitle: page.title, description: '', ancestors: site.ancestors(page, PUBLIC) }
  const chrome = await getPageChrome(site, page, PUBLIC)
  return { kind: 'page', chrome, page, view: view as unknown as PageView & { isReduced: boolean } }
}

describe('a home page with a tag that is the path of another page', () => {
  const home = `/zh-CN-${SHORT}`

  it('is the target of header, sidebar and menu, and lists stay below the tag', async () => {
    const { chrome } = await openPage('第1章')
    expect(chrome.home.path).toBe(home)
    expect(chrome.prefix).toBe('zh-CN')
    const chinese = site.forLanguage('zh-CN')
    expect((await createSidebar(chinese, PUBLIC))?.html).toContain(`<li><a href="${home}">`)
    expect(findLinkTarget('/', site, chinese)).toEqual({ id: createId('中文') })
    expect(findLinkTarget(encodeURI('第1章'), site, chinese)).toEqual({ id: createId('第1章') })
  })

  it('has the metadata of a home page, with the feed of its language', async () => {
    const address = await openPage('中文')
    const { alternates, openGraph } = getMetadata(address)
    expect(alternates?.types?.['application/feed+json']).toMatch(/\/zh-CN\/feed\.json$/)
    expect(openGraph).toMatchObject({ type: 'website' })
    const data = renderToStaticMarkup(<StructuredData screen={address} />)
    expect(data).toContain(`"@type":"WebSite"`)
    expect(data).toContain(`${home}"`)
  })

  it('is not an ancestor of a page in search results', () => {
    const { describePage } = createStartPages(site, PUBLIC, () => undefined)
    expect(describePage(getPage('第1章')).ancestors).toEqual([])
  })

  it('does not replace the other page at its path', async () => {
    const address = await openPage('zh-cn')
    expect(address.chrome.home.path).toBe('/')
    expect(getMetadata(address).openGraph).toMatchObject({ type: 'article' })
    expect(site.resolve('zh-CN', PUBLIC)).toEqual({ kind: 'redirect', path: 'zh-cn' })
  })
})

it('lists of the first language have no tag, even if the path of a page begins with one', () => {
  expect(getPage('Post').path).toBe('en/post')
  expect(getTermLabels('tags', getPage('Post'), site, PUBLIC)).toEqual([{ name: 'Sea', path: '/tags/sea' }])
  expect(site.translation(getPage('Post'), 'zh-CN', PUBLIC)).toBeUndefined()
})

it('the interface of a page in an unsupported language uses the language of its part of the site', () => {
  const russian = getPage('Глава')
  const context = createViewContext(site, russian, PUBLIC, {}, {})
  expect(context.locale).toBe('zh-CN')
  expect(renderPageEnd(getPageEnd(site, russian, PUBLIC, context))).toContain(getSiteMessages('zh-CN').around.backlinks)
  expect(createViewContext(site, getPage('Guide'), PUBLIC, {}, {}).locale).toBe('en')
})
