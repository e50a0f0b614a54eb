import { table, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { date } from '@/cli/sample/inline'
import type { Cell, PageNode, PropertySpec } from '@/cli/sample/nodes'
import { writeWorkspace } from '@/cli/sample/output'
import { database, page, row } from '@/cli/sample/pages'
import { SECRET } from './closed-workspace'
import { createFolder } from './site'

/** The names of properties, types and statuses in one language of the template. */
const TERMS = {
  en: {
    ...{ type: 'type', status: 'status', slug: 'slug', summary: 'summary', category: 'category', tags: 'tags' },
    ...{ date: 'date', password: 'password', icon: 'icon', ext: 'ext', title: 'title', author: 'author' },
    ...{ post: 'Post', page: 'Page', notice: 'Notice', menu: 'Menu', submenu: 'SubMenu', config: 'Config' },
    ...{ published: 'Published', draft: 'Draft', invisible: 'Invisible' },
    settings: ['Enable', 'Name', 'Value'] as const,
  },
  'zh-CN': {
    ...{ type: '类型', status: '状态', slug: '路径', summary: '摘要', category: '分类', tags: '标签' },
    ...{ date: '日期', password: '密码', icon: '图标', ext: '扩展', title: '标题', author: '作者' },
    ...{ post: '文章', page: '页面', notice: '公告', menu: '菜单', submenu: '子菜单', config: '配置' },
    ...{ published: '已发布', draft: '草稿', invisible: 'Invisible' },
    settings: ['启用', '配置名', '配置值'] as const,
  },
}

/** Titles of the numbered posts, oldest first. There are enough of them for a second page of the list. */
export const OLDER_POSTS = Array.from({ length: 13 }, (_, at) => `Post ${at + 1}`)

/** Writes a small workspace like those of NotionNext, with the property names of its English or Chinese template. */
export function writeBlogWorkspace(language: keyof typeof TERMS): string {
  const terms = TERMS[language]
  const options = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'gray' as const]))
  const schema: Record<string, PropertySpec> = {
    [terms.title]: { type: 'title' },
    [terms.type]: {
      type: 'select',
      options: options(terms.post, terms.page, terms.notice, terms.menu, terms.submenu, terms.config),
    },
    [terms.status]: { type: 'select', options: options(terms.published, terms.draft, terms.invisible) },
    [terms.slug]: { type: 'text' },
    [terms.summary]: { type: 'text' },
    [terms.category]: { type: 'select', options: options('Harbour news', 'Tides') },
    [terms.tags]: { type: 'multi_select', options: options('Sea', 'Land') },
    [terms.date]: { type: 'date' },
    [terms.password]: { type: 'text' },
    [terms.icon]: { type: 'text' },
    [terms.ext]: { type: 'text' },
    [terms.author]: { type: 'text' },
  }
  let count = 0
  const makeRow = (
    title: string,
    type: string,
    status: string,
    cells: Record<string, Cell> = {},
    body: PageNode['children'] = [text(`Text of ${title}`)],
  ): PageNode => {
    const day = new Date(Date.UTC(2025, 0, ++count)).toISOString().slice(0, 10)
    const given = Object.entries({ [terms.type]: type, [terms.status]: status }).filter(([, value]) => value !== '')
    const all = { ...Object.fromEntries(given), ...cells }
    return row(title, all, body, { key: title, created: day })
  }
  const { published } = terms
  const makePost = (title: string, status: string, cells: Record<string, Cell> = {}) =>
    makeRow(title, terms.post, status, {
      [terms.summary]: `Summary of ${title}`,
      [terms.category]: 'Harbour news',
      [terms.tags]: ['Sea'],
      [terms.date]: date('2025-03-01'),
      [terms.author]: status === published ? 'Ann Lee，林一' : SECRET,
      ...cells,
    })
  const makeMenu = (title: string, slug: string, type = terms.menu) =>
    makeRow(title, type, published, slug === '' ? {} : { [terms.slug]: slug })
  const [enabled, name, value] = terms.settings
  const makeSetting = (key: string, to: string, isEnabled = true) =>
    row(key, { [enabled]: isEnabled, [value]: to }, [], { key })
  const config = makeRow(`${SECRET} config`, terms.config, published, {}, [
    database('CONFIG-TABLE', {
      key: 'config',
      schema: { [name]: { type: 'title' }, [enabled]: { type: 'checkbox' }, [value]: { type: 'text' } },
      views: [{ type: 'table' }],
      rows: [
        makeSetting('FONT_STYLE', 'font-sans'),
        makeSetting('copyright', `${SECRET} copyright`),
        makeSetting('accent', SECRET),
        makeSetting('THEME', SECRET),
        makeSetting('AUTHOR', SECRET, false),
      ],
    }),
  ])
  const posts = [
    makePost('Low water', published, { [terms.slug]: 'low-water' }),
    makePost('High water', published, { [terms.slug]: 'high-water', [terms.category]: 'Tides' }),
    makePost('Locked', published, { [terms.slug]: 'locked', [terms.password]: SECRET, [terms.author]: SECRET }),
    ...OLDER_POSTS.map((title, at) => {
      const cells = { [terms.slug]: title.replace(' ', '-'), [terms.date]: date(`2025-02-${10 + at}`) }
      return makePost(title, published, { ...cells, [terms.author]: 'Ann Lee' })
    }),
    makePost(`${SECRET} draft`, terms.draft),
    makePost(`${SECRET} empty`, ''),
    makePost('Quiet', terms.invisible, { [terms.slug]: 'quiet' }),
    makeRow('About', terms.page, published, { [terms.slug]: 'about' }),
    makeRow(`${SECRET} untyped`, '', published),
    makeRow('Harbour closed', terms.notice, published, {
      [terms.summary]: 'No boats on Sunday',
      [terms.date]: date('2025-04-01'),
    }),
    makeRow(`${SECRET} old notice`, terms.notice, published, { [terms.date]: date('2025-03-01') }),
    makeRow(`${SECRET} notice`, terms.notice, terms.draft, { [terms.date]: date('2025-05-01') }),
    makeRow(`${SECRET} quiet notice`, terms.notice, terms.invisible, { [terms.date]: date('2025-05-01') }),
    config,
  ]
  const menus = [
    makeMenu('The archive', '/archive'),
    makeMenu('Who we are', 'about'),
    makeMenu('About again', '/about'),
    makeMenu('More', '#'),
    makeMenu('News', '/category/Harbour news', terms.submenu),
    makeMenu('Elsewhere', 'https://example.com/a?b=c', terms.submenu),
    makeMenu('For friends', '/locked'),
    makeMenu(`${SECRET} nowhere`, '/nowhere'),
    makeMenu(`${SECRET} script`, 'javascript:alert(1)'),
    makeMenu(`${SECRET} host`, '//about'),
    makeMenu(`${SECRET} blank`, '', terms.submenu),
    makeRow(`${SECRET} menu`, terms.menu, terms.draft, { [terms.slug]: 'about' }),
  ]
  const redirects = table([
    ['Redirects', 'To', ''],
    ['/once-about', '/about', ''],
    ['/elsewhere', 'https://example.com/a?b=c', 'temporary'],
    ['/low-water', '/about', ''],
    [`/${SECRET}-loop`, `/${SECRET}-loop`, ''],
  ])
  const root = page('Blog', { key: 'home' }, [
    redirects,
    table([
      ['', 'Look'],
      ['copyright', '© Ann Lee'],
    ]),
    table([
      ['Authors', 'Picture', 'About'],
      ['Ann Lee', 'https://pictures.example/ann.png', 'Keeps the lighthouse'],
      [`${SECRET} author`, `${SECRET} picture`, SECRET],
    ]),
    database('Posts', { key: 'posts', schema, views: [{ type: 'table' }], rows: [...posts, ...menus] }),
  ])
  const dir = createFolder(`blog-${language}`)
  writeWorkspace(dir, buildWorkspace(root))
  return dir
}
