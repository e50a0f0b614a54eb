import { describe, expect, it } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { findFindings } from '@/lib/site/prepare/lint'
import { Site } from '@/lib/site/site'
import type { Collection, RichText } from '@/lib/workspace/record-map'
import type { PageRecord } from '@/lib/workspace/stored'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

const createLanguageRow = (tag: string, name?: string) => ({
  tag,
  ...(name !== undefined && { page: createId(name) }),
})

/** A site whose root page is in English, with the pages of `中文` in Chinese. */
const PAGES = [
  page('Root', undefined, { languages: [createLanguageRow('en', 'Root'), createLanguageRow('zh-cn', '中文')] }),
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

const getPaths = (pages: PageRecord[], more?: Parameters<typeof buildInput>[2]) =>
  Object.fromEntries(build(pages, [], more).index.pages.map(({ title, path }) => [title, path]))

const findProblems = (pages: PageRecord[], more?: Parameters<typeof buildInput>[2]) => {
  const { input, index } = build(pages, [], more)
  return findFindings(input, index, [], SETTINGS).filter(({ kind }) => kind !== 'no-description')
}

/** The root page with a `Languages` table of these rows. */
const createRoot = (...rows: ReturnType<typeof createLanguageRow>[]) => page('Root', undefined, { languages: rows })

describe('the pages of several languages', () => {
  it('are at / in the first language and below the tag in others', () => {
    expect(getPaths(PAGES)).toEqual({
      Root: '',
      About: 'about',
      中文: 'zh-CN',
      关于: 'zh-CN/关于',
      سلام: 'zh-CN/سلام',
    })
  })

  it('have the language of their root page unless their script differs', () => {
    const { index } = build(PAGES)
    const languages = index.pages.map(({ locale, language, direction }) => [locale, language, direction].join(' '))
    expect(languages).toEqual(['en en ltr', 'en en ltr', 'zh-CN zh-CN ltr', 'zh-CN zh-CN ltr', 'zh-CN ar rtl'])
  })

  it('are those of the languages that the operator configures, with or without a table', () => {
    const [, ...others] = PAGES
    const languages = [createLanguageRow('de', 'Root'), createLanguageRow('zh-CN', '中文')]
    const { index } = build([createRoot(createLanguageRow('ja', 'About')), ...others], [], { languages })
    expect(index.languages).toEqual([
      { tag: 'de', root: createId('Root') },
      { tag: 'zh-CN', root: createId('中文') },
    ])
  })

  it('have no language if only one is configured', () => {
    const { index } = build([page('Root', undefined), page('About', 'Root')])
    expect(index.languages).toEqual([])
    expect(index.pages.every((each) => !('locale' in each))).toBe(true)
    expect(new Site(index).forPath('zh-CN/a').prefix).toBe('')
  })

  it('are resolved in every spelling of the tag', () => {
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
    ['an unknown tag', createLanguageRow('xx', '中文'), 'unknown'],
    ['no tag', createLanguageRow('', '中文'), 'unknown'],
    ['a tag of another language', createLanguageRow('EN', '中文'), 'twice'],
    ['a page of another language', createLanguageRow('ja', 'Root'), 'twice'],
    ['a page that is not there', createLanguageRow('ja', 'nowhere'), 'no-page'],
    ['no page', createLanguageRow('ja'), 'no-page'],
  ])('is ignored and reported: %s', (_, wrong, why) => {
    const [, ...others] = PAGES
    const pages = [createRoot(createLanguageRow('en', 'Root'), wrong), ...others]
    expect(build(pages).index.languages).toEqual([])
    expect(findProblems(pages)).toEqual([{ kind: 'wrong-language', why, text: wrong.tag, page: createId('Root') }])
  })

  it('does not replace the path of an existing page, and the conflict is reported', () => {
    const pages = [...PAGES, page('zh-cn', 'Root')]
    const short = createId('中文').slice(0, 8)
    expect(getPaths(pages)).toMatchObject({ 'zh-cn': 'zh-cn', 中文: `zh-CN-${short}`, 关于: 'zh-CN/关于' })
    expect(findProblems(pages)).toEqual([{ kind: 'duplicate-path', preferredPath: 'zh-CN', page: createId('中文') }])
  })
})

describe('a root page inside another', () => {
  const nested = [
    page('Root', undefined, {
      languages: [createLanguageRow('en', 'Root'), createLanguageRow('zh-CN', '中文')],
      accessTable: { [createId('中文')]: '' },
    }),
    page('中文', 'Root', { language: 'zh' }),
    page('关于', '中文', { language: 'zh' }),
  ]

  it('is the home page of its language and inherits access', () => {
    const { index } = build(nested)
    expect(index.pages.map(({ path, parent, access }) => [path, parent, access.kind])).toEqual([
      ['', null, 'public'],
      ['zh-CN', null, 'unpublished'],
      ['zh-CN/关于', createId('中文'), 'unpublished'],
    ])
  })

  it('is ignored if it also contains the other root page', () => {
    const [, ...rest] = nested
    const around = page('Root', '中文', {
      languages: [createLanguageRow('en', 'Root'), createLanguageRow('zh-CN', '中文')],
    })
    expect(findProblems([around, ...rest])).toMatchObject([{ kind: 'wrong-language', why: 'no-page', text: 'zh-CN' }])
  })

  it('can be closed by the Access table of either root page', () => {
    const pages = [PAGES[0], page('中文', undefined, { accessTable: { [createId('关于')]: '' } }), PAGES[3]]
    const { site } = build(pages.filter((each) => each !== undefined))
    expect(site.resolve('zh-CN/关于', PUBLIC)).toEqual({ kind: 'missing' })
  })

  it('inherits the access of the page of another language that contains it', () => {
    const rows = [createLanguageRow('en', 'Root'), createLanguageRow('de', 'Start'), createLanguageRow('zh-CN', '中文')]
    const { index } = build([
      page('Root', undefined, { languages: rows, accessTable: { [createId('Start')]: '' } }),
      page('Start', undefined),
      page('中文', 'Start', { language: 'zh' }),
    ])
    expect(index.pages.map(({ access }) => access.kind)).toEqual(['public', 'unpublished', 'unpublished'])
  })
})

describe('translations', () => {
  const posts = (parent: string) =>
    collection(`${parent} posts`, parent, { Slug: {}, Translation: { type: 'relation' } })
  const mention = (...names: string[]) => names.flatMap((name) => [['‣', [['p', createId(name)]]], [',']]) as RichText
  const languages = [
    createLanguageRow('en', 'Root'),
    createLanguageRow('de', 'Start'),
    createLanguageRow('ja', 'ホーム'),
  ]
  const homes = [createRoot(...languages), page('Start', undefined), page('ホーム', undefined)]
  const collections = ['Root', 'Start', 'ホーム'].map(posts)
  const createPost = (name: string, home: string, slug: string, ...translations: string[]) =>
    row(name, `${home} posts`, { Slug: slug, Translation: mention(...translations) })

  function createTranslationFinder(...rows: PageRecord[]) {
    const { site } = build([...homes, ...rows], collections)
    return (name: string) => {
      const found = site.index.pages.find(({ title }) => title === name)
      return ['en', 'de', 'ja'].map((tag) => found && site.translation(found, tag, PUBLIC)?.title)
    }
  }

  it('follow relations in both directions and through other pages', () => {
    const findTitles = createTranslationFinder(
      createPost('Tides', 'Root', 'tides', 'Gezeiten'),
      createPost('Gezeiten', 'Start', 'gezeiten'),
      createPost('潮汐', 'ホーム', 'shio', 'Gezeiten'),
    )
    for (const name of ['Tides', 'Gezeiten', '潮汐']) expect(findTitles(name)).toEqual(['Tides', 'Gezeiten', '潮汐'])
  })

  it('exclude pages of the first language whose path begins with a tag', () => {
    const findTitles = createTranslationFinder(
      createPost('Travel', 'Root', 'en/tides'),
      createPost('Gezeiten', 'Start', 'tides'),
    )
    expect(findTitles('Gezeiten')).toEqual([undefined, 'Gezeiten', undefined])
  })

  it('are the same from each page of a cycle of relations', () => {
    const findTitles = createTranslationFinder(
      createPost('Tides', 'Root', 'tides', 'Gezeiten', 'Tides'),
      createPost('Gezeiten', 'Start', 'gezeiten', '潮汐'),
      createPost('潮汐', 'ホーム', 'shio', 'Tides'),
      createPost('Ebb', 'Root', 'ebb', '潮汐'),
    )
    expect(findTitles('潮汐')).toEqual(['Tides', 'Gezeiten', '潮汐'])
    expect(findTitles('Ebb')).toEqual(['Ebb', undefined, undefined])
  })

  it('fall back to pages with the same path, and to home pages', () => {
    const findTitles = createTranslationFinder(
      createPost('About', 'Root', 'about'),
      createPost('Über', 'Start', 'about'),
      createPost('概要', 'ホーム', 'gaiyo'),
    )
    expect(findTitles('Über')).toEqual(['About', 'Über', undefined])
    expect(findTitles('概要')).toEqual([undefined, undefined, '概要'])
    expect(findTitles('ホーム')).toEqual(['Root', 'Start', 'ホーム'])
  })

  it('exclude pages that the viewer may not read and change the version of the page', () => {
    const closed = { accessTable: { [createId('Über')]: '' } }
    const rows = [createPost('About', 'Root', 'about'), createPost('Über', 'Start', 'about')]
    const open = build([...homes, ...rows], collections)
    const restricted = build(
      [page('Root', undefined, { languages, ...closed }), ...homes.slice(1), ...rows],
      collections,
    )
    const [before, after] = [open, restricted].map(({ index }) => index.pages.find(({ title }) => title === 'About'))
    expect(after && restricted.site.translation(after, 'de', PUBLIC)).toBeUndefined()
    expect(before?.version).not.toBe(after?.version)
  })
})

describe('the settings of home pages', () => {
  const accessTable = { [createId('关于')]: 'Members' }
  const [root, about, , child, other] = PAGES
  const home = page('中文', 'Root', { language: 'zh', accessTable })
  const getAccess = (...rows: ReturnType<typeof createLanguageRow>[]) =>
    build([createRoot(...rows), about, home, child, other] as PageRecord[]).index.pages.find(
      ({ title }) => title === '关于',
    )?.access.kind

  it.each(['zh-CN', '???'])('restrict pages if the tag of the language is %s', (tag) => {
    expect(root?.languages).toHaveLength(2)
    expect(getAccess(createLanguageRow('en', 'Root'), createLanguageRow(tag, '中文'))).not.toBe('public')
  })

  it('of a members root page do not apply to other languages', () => {
    const closed = page('Root', undefined, {
      languages: root?.languages,
      look: { edit: 'https://example.com/{id}' },
      accessTable: { [createId('Root')]: 'Members' },
    })
    const { site } = build([closed, ...PAGES.slice(1)])
    expect(site.index.look.edit).toBeDefined()
    expect(site.forLanguage('zh-CN').index.look).toEqual({})
    expect(
      build(PAGES.map((each) => (each === root ? { ...closed, accessTable: {} } : each))).site.forLanguage('zh-CN')
        .index.look.edit,
    ).toBeDefined()
  })

  it('configure at most 50 languages', () => {
    const tags =
      'af am ar as az be bg bn bo br bs ca ceb co cs cy da de dv dz ee el eo es et eu fa ff fi fo fr fy ga gd gl gn gu gv ha haw he hi hr ht hu hy ia id ig is'
    const rows = `${tags} it ja jv ka kk km`.split(' ').map((tag) => createLanguageRow(tag, `Home ${tag}`))
    const { index } = build([createRoot(...rows), ...rows.map(({ tag }) => page(`Home ${tag}`, undefined))])
    expect(index.languages).toHaveLength(50)
  })
})
