import { table, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { date } from '@/cli/sample/inline'
import type { Cell, PageNode, PropertySpec } from '@/cli/sample/nodes'
import { writeWorkspace } from '@/cli/sample/output'
import { database, page, row } from '@/cli/sample/pages'
import { SECRET } from './closed-workspace'
import { newFolder } from './site'

/** The names of properties, types and statuses in one language of the template. */
const WORDS = {
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

/** Posts besides those with a name, oldest first. The list of all posts has two pages. */
export const OLDER_POSTS = Array.from({ length: 13 }, (_, at) => `Post ${at + 1}`)

/** Writes a small workspace like those of NotionNext, with the names of its template in English or Chinese. */
export function writeBlogWorkspace(language: keyof typeof WORDS): string {
  const words = WORDS[language]
  const options = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'gray' as const]))
  const schema: Record<string, PropertySpec> = {
    [words.title]: { type: 'title' },
    [words.type]: {
      type: 'select',
      options: options(words.post, words.page, words.notice, words.menu, words.submenu, words.config),
    },
    [words.status]: { type: 'select', options: options(words.published, words.draft, words.invisible) },
    [words.slug]: { type: 'text' },
    [words.summary]: { type: 'text' },
    [words.category]: { type: 'select', options: options('Harbour news', 'Tides') },
    [words.tags]: { type: 'multi_select', options: options('Sea', 'Land') },
    [words.date]: { type: 'date' },
    [words.password]: { type: 'text' },
    [words.icon]: { type: 'text' },
    [words.ext]: { type: 'text' },
    [words.author]: { type: 'text' },
  }
  let count = 0
  const make = (
    title: string,
    type: string,
    status: string,
    cells: Record<string, Cell> = {},
    body: PageNode['children'] = [text(`Text of ${title}`)],
  ): PageNode => {
    const day = new Date(Date.UTC(2025, 0, ++count)).toISOString().slice(0, 10)
    const given = Object.entries({ [words.type]: type, [words.status]: status }).filter(([, value]) => value !== '')
    const all = { ...Object.fromEntries(given), ...cells }
    return row(title, all, body, { key: title, created: day })
  }
  const { published } = words
  const post = (title: string, status: string, cells: Record<string, Cell> = {}) =>
    make(title, words.post, status, {
      [words.summary]: `Summary of ${title}`,
      [words.category]: 'Harbour news',
      [words.tags]: ['Sea'],
      [words.date]: date('2025-03-01'),
      [words.author]: status === published ? 'Ann Lee，林一' : SECRET,
      ...cells,
    })
  const menu = (title: string, slug: string, type = words.menu) =>
    make(title, type, published, slug === '' ? {} : { [words.slug]: slug })
  const [enabled, name, value] = words.settings
  const set = (key: string, to: string, isEnabled = true) =>
    row(key, { [enabled]: isEnabled, [value]: to }, [], { key })
  const config = make(`${SECRET} config`, words.config, published, {}, [
    database('CONFIG-TABLE', {
      key: 'config',
      schema: { [name]: { type: 'title' }, [enabled]: { type: 'checkbox' }, [value]: { type: 'text' } },
      views: [{ type: 'table' }],
      rows: [
        set('FONT_STYLE', 'font-sans'),
        set('copyright', `${SECRET} copyright`),
        set('accent', SECRET),
        set('THEME', SECRET),
        set('AUTHOR', SECRET, false),
      ],
    }),
  ])
  const posts = [
    post('Low water', published, { [words.slug]: 'low-water' }),
    post('High water', published, { [words.slug]: 'high-water', [words.category]: 'Tides' }),
    post('Locked', published, { [words.slug]: 'locked', [words.password]: SECRET, [words.author]: SECRET }),
    ...OLDER_POSTS.map((title, at) => {
      const cells = { [words.slug]: title.replace(' ', '-'), [words.date]: date(`2025-02-${10 + at}`) }
      return post(title, published, { ...cells, [words.author]: 'Ann Lee' })
    }),
    post(`${SECRET} draft`, words.draft),
    post(`${SECRET} empty`, ''),
    post('Quiet', words.invisible, { [words.slug]: 'quiet' }),
    make('About', words.page, published, { [words.slug]: 'about' }),
    make(`${SECRET} untyped`, '', published),
    make('Harbour closed', words.notice, published, {
      [words.summary]: 'No boats on Sunday',
      [words.date]: date('2025-04-01'),
    }),
    make(`${SECRET} old notice`, words.notice, published, { [words.date]: date('2025-03-01') }),
    make(`${SECRET} notice`, words.notice, words.draft, { [words.date]: date('2025-05-01') }),
    make(`${SECRET} quiet notice`, words.notice, words.invisible, { [words.date]: date('2025-05-01') }),
    config,
  ]
  const menus = [
    menu('The archive', '/archive'),
    menu('Who we are', 'about'),
    menu('About again', '/about'),
    menu('More', '#'),
    menu('News', '/category/Harbour news', words.submenu),
    menu('Elsewhere', 'https://example.com/a?b=c', words.submenu),
    menu('For friends', '/locked'),
    menu(`${SECRET} nowhere`, '/nowhere'),
    menu(`${SECRET} script`, 'javascript:alert(1)'),
    menu(`${SECRET} host`, '//about'),
    menu(`${SECRET} blank`, '', words.submenu),
    make(`${SECRET} menu`, words.menu, words.draft, { [words.slug]: 'about' }),
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
  const dir = newFolder(`blog-${language}`)
  writeWorkspace(dir, buildWorkspace(root))
  return dir
}
