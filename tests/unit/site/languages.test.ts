import { describe, expect, it } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { findFindings } from '@/lib/site/prepare/lint'
import { Site } from '@/lib/site/site'
import type { Collection, RichText } from '@/lib/workspace/record-map'
import type { PageRecord } from '@/lib/workspace/stored'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, idOf, page, row } from '../../support/records'

const row2 = (words: string, name?: string) => ({ words, ...(name !== undefined && { page: idOf(name) }) })

/** A site whose root page is in English, with the pages of `中文` in Chinese. */
const PAGES = [
  page('Root', undefined, { languages: [row2('en', 'Root'), row2('zh-cn', '中文')] }),
  page('About', 'Root'),
  page('中文', undefined, { language: 'zh' }),
  page('关于', '中文', { language: 'zh' }),
  page('سلام', '中文', { language: 'ar', direction: 'rtl' }),
]

function build(pages: PageRecord[], collections: Collection[] = [], more: Parameters<typeof buildInput>[2] = {}) {
  const input = buildInput(pages, collections, more)
  const index = buildSite(input, SETTINGS)
  return { input, index, site: new Site(index) }
}

const pathsIn = (pages: PageRecord[], more?: Parameters<typeof buildInput>[2]) =>
  Object.fromEntries(build(pages, [], more).index.pages.map(({ title, path }) => [title, path]))

const problemsIn = (pages: PageRecord[], more?: Parameters<typeof buildInput>[2]) => {
  const { input, index } = build(pages, [], more)
  return findFindings(input, index, [], SETTINGS).filter(({ kind }) => kind !== 'no-description')
}

/** The root page with a `Languages` table of these rows. */
const rooted = (...rows: ReturnType<typeof row2>[]) => page('Root', undefined, { languages: rows })

describe('the pages of several languages', () => {
  it('have the first language at / and the others below their tags', () => {
    expect(pathsIn(PAGES)).toEqual({
      Root: '',
      About: 'about',
      中文: 'zh-CN',
      关于: 'zh-CN/关于',
      سلام: 'zh-CN/سلام',
    })
  })

  it('have the language of their root page, and their own where the script differs', () => {
    const { index } = build(PAGES)
    const languages = index.pages.map(({ locale, language, direction }) => [locale, language, direction].join(' '))
    expect(languages).toEqual(['en en ltr', 'en en ltr', 'zh-CN zh-CN ltr', 'zh-CN zh-CN ltr', 'zh-CN ar rtl'])
  })

  it('are those that the operator names, who need no table', () => {
    const [, ...others] = PAGES
    const languages = [row2('de', 'Root'), row2('zh-CN', '中文')]
    const { index } = build([rooted(row2('ja', 'About')), ...others], [], { languages })
    expect(index.languages).toEqual([
      { tag: 'de', root: idOf('Root') },
      { tag: 'zh-CN', root: idOf('中文') },
    ])
  })

  it('are only those of one language if nothing names another', () => {
    const { index } = build([page('Root', undefined), page('About', 'Root')])
    expect(index.languages).toEqual([])
    expect(index.pages.every((each) => !('locale' in each))).toBe(true)
    expect(new Site(index).forPath('zh-CN/a').prefix).toBe('')
  })

  it('are found in every spelling of the tag', () => {
    const { site } = build(PAGES)
    expect(site.resolve('zh-cn/关于', PUBLIC)).toEqual({ kind: 'redirect', path: 'zh-CN/关于' })
    expect(site.resolve('zh-CN', PUBLIC)).toMatchObject({ kind: 'page' })
    expect(site.resolve('zh-CN/about', PUBLIC)).toEqual({ kind: 'missing' })
  })

  it('have their own home page, navigation, neighbors and lists', () => {
    const posts = collection('文章', '中文', { Slug: {}, Tags: { type: 'multi_select' } })
    const post = row('第一', '文章', { Slug: 'first', Tags: '标签' })
    const { site } = build([...PAGES, post], [posts])
    const chinese = site.forLanguage('zh-CN')
    expect(chinese.name(PUBLIC)).toBe('中文')
    expect(site.forPath('zh-CN/x')).toBe(chinese)
    expect(chinese.dated(PUBLIC)).toEqual([])
    expect(site.resolve('zh-CN/tags/标签', PUBLIC)).toMatchObject({ kind: 'list', list: { kind: 'term' } })
    expect(site.resolve('tags/标签', PUBLIC)).toEqual({ kind: 'missing' })
    expect(site.forPath('').terms('tags', PUBLIC).size).toBe(0)
  })
})

describe('a language that cannot be used', () => {
  it.each([
    ['an unknown tag', row2('xx', '中文'), 'unknown'],
    ['no tag', row2('', '中文'), 'unknown'],
    ['a tag of another language', row2('EN', '中文'), 'twice'],
    ['a page of another language', row2('ja', 'Root'), 'twice'],
    ['a page that is not there', row2('ja', 'nowhere'), 'no-page'],
    ['no page', row2('ja'), 'no-page'],
  ])('is left out and reported: %s', (_, wrong, why) => {
    const [, ...others] = PAGES
    const pages = [rooted(row2('en', 'Root'), wrong), ...others]
    expect(build(pages).index.languages).toEqual([])
    expect(problemsIn(pages)).toEqual([{ kind: 'wrong-language', why, words: wrong.words, page: idOf('Root') }])
  })

  it('keeps the path of an existing page, which is reported', () => {
    const pages = [...PAGES, page('zh-cn', 'Root')]
    const short = idOf('中文').slice(0, 8)
    expect(pathsIn(pages)).toMatchObject({ 'zh-cn': 'zh-cn', 中文: `zh-CN-${short}`, 关于: 'zh-CN/关于' })
    expect(problemsIn(pages)).toEqual([{ kind: 'duplicate-path', wish: 'zh-CN', page: idOf('中文') }])
  })
})

describe('a root page inside another', () => {
  const nested = [
    page('Root', undefined, {
      languages: [row2('en', 'Root'), row2('zh-CN', '中文')],
      accessTable: { [idOf('中文')]: '' },
    }),
    page('中文', 'Root', { language: 'zh' }),
    page('关于', '中文', { language: 'zh' }),
  ]

  it('is the home page of its language, and inherits access', () => {
    const { index } = build(nested)
    expect(index.pages.map(({ path, parent, access }) => [path, parent, access.kind])).toEqual([
      ['', null, 'public'],
      ['zh-CN', null, 'unpublished'],
      ['zh-CN/关于', idOf('中文'), 'unpublished'],
    ])
  })

  it('is no language if it is also outside of it', () => {
    const [, ...rest] = nested
    const around = page('Root', '中文', { languages: [row2('en', 'Root'), row2('zh-CN', '中文')] })
    expect(problemsIn([around, ...rest])).toMatchObject([{ kind: 'wrong-language', why: 'no-page', words: 'zh-CN' }])
  })

  it('may be closed by the table of either root page', () => {
    const apart = [PAGES[0], page('中文', undefined, { accessTable: { [idOf('关于')]: '' } }), PAGES[3]]
    const { site } = build(apart.filter((each) => each !== undefined))
    expect(site.resolve('zh-CN/关于', PUBLIC)).toEqual({ kind: 'missing' })
  })

  it('inherits the access of the page of another language that it lies in', () => {
    const rows = [row2('en', 'Root'), row2('de', 'Start'), row2('zh-CN', '中文')]
    const { index } = build([
      page('Root', undefined, { languages: rows, accessTable: { [idOf('Start')]: '' } }),
      page('Start', undefined),
      page('中文', 'Start', { language: 'zh' }),
    ])
    expect(index.pages.map(({ access }) => access.kind)).toEqual(['public', 'unpublished', 'unpublished'])
  })
})

describe('translations', () => {
  const posts = (parent: string) =>
    collection(`${parent} posts`, parent, { Slug: {}, Translation: { type: 'relation' } })
  const to = (...names: string[]) => names.flatMap((name) => [['‣', [['p', idOf(name)]]], [',']]) as RichText
  const languages = [row2('en', 'Root'), row2('de', 'Start'), row2('ja', 'ホーム')]
  const homes = [rooted(...languages), page('Start', undefined), page('ホーム', undefined)]
  const collections = ['Root', 'Start', 'ホーム'].map(posts)
  const post = (name: string, home: string, slug: string, ...translations: string[]) =>
    row(name, `${home} posts`, { Slug: slug, Translation: to(...translations) })

  function translationsIn(...rows: PageRecord[]) {
    const { site } = build([...homes, ...rows], collections)
    return (name: string) => {
      const found = site.index.pages.find(({ title }) => title === name)
      return ['en', 'de', 'ja'].map((tag) => found && site.translation(found, tag, PUBLIC)?.title)
    }
  }

  it('are the pages that a relation names, in both directions and through others', () => {
    const of = translationsIn(
      post('Tides', 'Root', 'tides', 'Gezeiten'),
      post('Gezeiten', 'Start', 'gezeiten'),
      post('潮汐', 'ホーム', 'shio', 'Gezeiten'),
    )
    for (const name of ['Tides', 'Gezeiten', '潮汐']) expect(of(name)).toEqual(['Tides', 'Gezeiten', '潮汐'])
  })

  it('are no pages of the first language whose path begins like a tag', () => {
    const of = translationsIn(post('Travel', 'Root', 'en/tides'), post('Gezeiten', 'Start', 'tides'))
    expect(of('Gezeiten')).toEqual([undefined, 'Gezeiten', undefined])
  })

  it('end where relations are in a circle, and are the same from each page', () => {
    const of = translationsIn(
      post('Tides', 'Root', 'tides', 'Gezeiten', 'Tides'),
      post('Gezeiten', 'Start', 'gezeiten', '潮汐'),
      post('潮汐', 'ホーム', 'shio', 'Tides'),
      post('Ebb', 'Root', 'ebb', '潮汐'),
    )
    expect(of('潮汐')).toEqual(['Tides', 'Gezeiten', '潮汐'])
    expect(of('Ebb')).toEqual(['Ebb', undefined, undefined])
  })

  it('are else the pages with the same path, and the home pages of each other', () => {
    const of = translationsIn(
      post('About', 'Root', 'about'),
      post('Über', 'Start', 'about'),
      post('概要', 'ホーム', 'gaiyo'),
    )
    expect(of('Über')).toEqual(['About', 'Über', undefined])
    expect(of('概要')).toEqual([undefined, undefined, '概要'])
    expect(of('ホーム')).toEqual(['Root', 'Start', 'ホーム'])
  })

  it('are none that the visitor may not read, and change the version of the page', () => {
    const closed = { accessTable: { [idOf('Über')]: '' } }
    const rows = [post('About', 'Root', 'about'), post('Über', 'Start', 'about')]
    const open = build([...homes, ...rows], collections)
    const shut = build([page('Root', undefined, { languages, ...closed }), ...homes.slice(1), ...rows], collections)
    const [before, after] = [open, shut].map(({ index }) => index.pages.find(({ title }) => title === 'About'))
    expect(after && shut.site.translation(after, 'de', PUBLIC)).toBeUndefined()
    expect(before?.version).not.toBe(after?.version)
  })
})

describe('the settings of home pages', () => {
  const accessTable = { [idOf('关于')]: 'Members' }
  const [root, about, , child, other] = PAGES
  const home = page('中文', 'Root', { language: 'zh', accessTable })
  const accessOf = (...rows: ReturnType<typeof row2>[]) =>
    build([rooted(...rows), about, home, child, other] as PageRecord[]).index.pages.find(
      ({ title }) => title === '关于',
    )?.access.kind

  it.each(['zh-CN', '???'])('close pages if the tag of the language is %s', (tag) => {
    expect(root?.languages).toHaveLength(2)
    expect(accessOf(row2('en', 'Root'), row2(tag, '中文'))).not.toBe('public')
  })

  it('of a closed root page are not those of other languages', () => {
    const closed = page('Root', undefined, {
      languages: root?.languages,
      look: { edit: 'https://example.com/{id}' },
      accessTable: { [idOf('Root')]: 'Members' },
    })
    const { site } = build([closed, ...PAGES.slice(1)])
    expect(site.index.look.edit).toBeDefined()
    expect(site.forLanguage('zh-CN').index.look).toEqual({})
    expect(
      build(PAGES.map((each) => (each === root ? { ...closed, accessTable: {} } : each))).site.forLanguage('zh-CN')
        .index.look.edit,
    ).toBeDefined()
  })

  it('name at most fifty languages', () => {
    const tags =
      'af am ar as az be bg bn bo br bs ca ceb co cs cy da de dv dz ee el eo es et eu fa ff fi fo fr fy ga gd gl gn gu gv ha haw he hi hr ht hu hy ia id ig is'
    const rows = `${tags} it ja jv ka kk km`.split(' ').map((tag) => row2(tag, `Home ${tag}`))
    const { index } = build([rooted(...rows), ...rows.map(({ words }) => page(`Home ${words}`, undefined))])
    expect(index.languages).toHaveLength(50)
  })
})
