import { beforeAll, describe, expect, it } from 'vitest'
import { HOSTS, writeHostRules } from '@/cli/lib/export/hosts'
import { planFiles } from '@/cli/lib/export/plan'
import { listRedirects, stringifyRedirects } from '@/cli/lib/export/redirects'
import { readEnv } from '@/lib/settings/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { writeBlogWorkspace } from '../../support/blog-workspace'
import { SECRET } from '../../support/closed-workspace'
import { createFolder } from '../../support/site'

describe.each(['en', 'zh-CN'] as const)('the export of a blog in %s', (language) => {
  const env = readEnv(
    {
      WORKSPACE_DIR: writeBlogWorkspace(language),
      STATE_DIR: createFolder('state'),
      SITE_URL: 'https://a.example',
      SITE_SECRET: 'a secret for tests',
      STATIC_EXPORT: '1',
    },
    '/',
  )
  let site: Site
  let planned: string[]
  beforeAll(async () => {
    await prepareSite(env, Date.now())
    const index = await readSavedIndex(openWorkingCopy(env))
    if (index === undefined) throw new Error('no index was saved')
    site = new Site(index)
    planned = planFiles(site, [], { env, key: 'key', now: Date.now() }).map(({ address }) => decodeURI(address))
  })

  it('contains posts, pages, lists and their feeds', () => {
    const lists = ['/tags/sea', '/categories/tides', '/categories/harbour-news', '/authors/ann-lee', '/authors/林一']
    expect(planned).toEqual(
      expect.arrayContaining([
        ...['/', '/low-water', '/low-water.md', '/high-water', '/about', '/quiet'],
        ...['/archive', '/tags', '/categories', '/authors', '/feed.xml', '/feed.json', '/sitemap.xml'],
        ...lists.flatMap((list) => [list, `${list}/feed.xml`, `${list}/feed.json`]),
      ]),
    )
    expect(new Set(planned).size).toBe(planned.length)
  })

  it('contains no unpublished rows and no pages with a password', () => {
    expect(planned.filter((address) => /locked|unlock|menu|notice/i.test(address))).toEqual([])
    expect(planned.join('\n') + stringifyRedirects(site)).not.toMatch(new RegExp(SECRET, 'i'))
    const reasons = site.index.pages.flatMap(({ access }) =>
      access.kind === 'unpublished' && access.reason.why === 'password' ? [access.reason.why] : [],
    )
    expect(reasons).toHaveLength(1)
  })

  it('contains the redirects of NotionNext and of the root page, all to exported files', () => {
    const redirects = listRedirects(site).map(({ from, to }) => [decodeURI(from), decodeURI(to)])
    const more = Array.from({ length: 13 }, (_, at) => `post-${at + 1}`)
    const posts = ['low-water', 'high-water', 'about', 'quiet', ...more].flatMap((path) =>
      [`/article/${path}`, `/article/${path}.html`, `/post/${path}`].map((from) => [from, `/${path}`]),
    )
    const lists = [
      ...[
        ['/tag', '/tags'],
        ['/tag/Sea', '/tags/sea'],
        ['/tag/Sea/page/1', '/tags/sea'],
        ['/tag/Sea/page/2', '/tags/sea'],
        ['/category', '/categories'],
        ['/category/Tides', '/categories/tides'],
        ['/category/Tides/page/1', '/categories/tides'],
      ],
      ...[
        ['/category/Harbour news', '/categories/harbour-news'],
        ['/tags/harbour-news', '/categories/harbour-news'],
      ],
      ...[
        ['/tags/tides', '/categories/tides'],
        ['/blog', '/'],
      ],
      // The list of posts has two pages. NotionNext has at most one page per row.
      ...Array.from({ length: 17 }, (_, at) => [`/page/${at + 1}`, at === 1 ? '/2' : '/']),
    ]
    const table = [
      ['/once-about', '/about'],
      ['/elsewhere', 'https://example.com/a?b=c'],
    ]
    const feeds = ['/rss/feed.xml', '/rss/atom.xml', '/rss', '/feed'].map((from) => [from, '/feed.xml'])
    const dated = [
      ['/2025/03/01/low-water', '/low-water'],
      ['/article/2025/03/01/low-water', '/low-water'],
      ['/Harbour news/low-water', '/low-water'],
    ]
    const lowWater = site.index.pages.find(({ path }) => path === 'low-water')
    const byId = [`/${lowWater?.id.replaceAll('-', '')}`, '/low-water']
    const ofLists = [['/category/Tides/feed', '/categories/tides/feed.xml']]
    const expected = [
      ...posts,
      ...lists,
      ...table,
      ...feeds,
      ['/rss/feed.json', '/feed.json'],
      ...dated,
      byId,
      ...ofLists,
    ]
    expect(redirects).toEqual(expect.arrayContaining(expected))
    expect(redirects.slice(0, 2).toSorted()).toEqual(table.toSorted())
    expect(new Set(redirects.map(([from]) => from)).size).toBe(redirects.length)
    const targets = redirects.map(([, to = '']) => to).filter((to) => to.startsWith('/'))
    expect(targets.filter((to) => !planned.includes(to))).toEqual([])
  })

  it.each(HOSTS)(
    'contains redirects as rules of %s or as documents, and those of unlisted posts never as rules',
    (host) => {
      const redirects = listRedirects(site)
      const { files, stubs } = writeHostRules({ host, redirects, basePath: '' })
      const rules = [...files.values()].join('\n').replaceAll('\\', '')
      for (const { from, to, pageId = from } of redirects) {
        const isRule = [decodeURI(from), from, pageId].some((text) => rules.includes(text))
        expect([from, isRule || stubs.some((stub) => stub.from === from && stub.to === to)]).toEqual([from, true])
      }
      expect(rules).not.toMatch(/quiet|locked/)
    },
  )
})
