// Made by the build of the files in languages/: change those.
import { type ByLanguage, inLanguage, type Words } from '../messages'

const words: ByLanguage<'site'> = {
'en': {
  locale: 'en',
  skipToContent: 'Skip to the text',
  breadcrumbs: 'Where this page is',
  navigation: 'Site',
  menu: 'Menu',
  contents: 'Contents',
  onThisPage: 'On this page',
  untitled: 'Untitled',
  readingTime: (minutes: number) => `${minutes} min read`,
  published: 'Published',
  edited: (date: string) => `Last revised ${date}.`,
  signIn: 'Sign in',
  account: 'Your account',
  organization: 'Your organization',
  membersSite: 'Members’ site',
  /** Above a page that only editors can read so far; the reason follows. */
  notYetPublic: (reason: string) => `Not public yet: ${reason}. Only editors can read this page.`,
  switchOrganization: 'If you belong to several organizations, another one may open this page.',
  notHeld: 'The text of this page has not been copied from the workspace yet.',
  madeWith: 'Made with Colophon.',
  emptySite: 'Nothing is published here yet',
  emptySiteHint: 'As soon as a page of the workspace is published, it appears on this page by itself.',
  /** The pages that show all rows of a database's view. */
  rows: {
    place: (view: string, number: number, pages: number) =>
      pages === 1 ? `${view}: all rows` : `${view}: page ${number} of ${pages}`,
    pages: 'Pages of rows',
    previous: 'Previous rows',
    next: 'Next rows',
  },
  /** Under a page. */
  around: { label: 'Read on', previous: 'Previous', next: 'Next', related: 'About the same', backlinks: 'Linked from' },
  /** The lists of pages by tag and by date. */
  lists: {
    tags: 'Tags',
    archive: 'Archive',
    count: (pages: number) => (pages === 1 ? '1 page' : `${pages} pages`),
    place: (number: number, numbers: number) => `Page ${number} of ${numbers}`,
    newer: 'Newer pages',
    older: 'Older pages',
  },
  near: 'Did you mean',
  search: 'Search',
  comments: 'Comments',
  home: 'Go to the home page',
  errors: {
    400: {
      title: 'Bad Request',
      hint: 'The address is damaged, so it does not name any page. It may have been cut off when it was copied.',
    },
    403: { title: 'Forbidden', hint: 'You are signed in, but there is nothing here that you can read.' },
    404: {
      title: 'This page could not be found',
      hint: 'It may have moved, or it may never have been here. The address could also hold a slip of the pen.',
    },
    405: {
      title: 'Method Not Allowed',
      hint: 'This address can only be read. Open it as a page in place of sending something to it.',
    },
    408: { title: 'Request Timeout', hint: 'The request took too long to arrive. Try again in a moment.' },
    410: { title: 'Gone', hint: 'This page was published once and has been taken down for good.' },
    429: {
      title: 'Too Many Requests',
      hint: 'You have searched very often in a short time. Wait a moment, then search again.',
    },
    431: { title: 'Request Too Large', hint: 'The address or its cookies are too long. Clear this site’s cookies.' },
    500: {
      title: 'Internal Server Error',
      hint: 'Something broke on our side. Nothing is lost; try again in a moment.',
    },
    503: {
      title: 'Service Unavailable',
      hint: 'This page exists but cannot be shown at the moment. Try again in a few minutes.',
    },
  },
},
'zh-CN': {
  locale: 'zh-CN',
  skipToContent: '跳到正文',
  breadcrumbs: '当前位置',
  navigation: '网站导航',
  menu: '菜单',
  contents: '目录',
  onThisPage: '本页内容',
  untitled: '无标题',
  readingTime: (minutes) => `阅读约 ${minutes} 分钟`,
  published: '发布于',
  edited: (date) => `最近修订于 ${date}。`,
  signIn: '登录',
  account: '我的账户',
  organization: '我的组织',
  membersSite: '会员站点',
  notYetPublic: (reason) => `尚未公开：${reason}。只有编辑可以阅读此页面。`,
  switchOrganization: '如果您属于多个组织，切换到另一个组织也许可以打开此页面。',
  notHeld: '此页面的正文尚未从工作区复制过来。',
  madeWith: '由 Colophon 制作。',
  emptySite: '这里还没有发布任何内容',
  emptySiteHint: '工作区中的页面一经发布，就会自动出现在这里。',
  rows: {
    place: (view: string, number: number, pages: number) =>
      pages === 1 ? `${view}：全部行` : `${view}：第 ${number} 页，共 ${pages} 页`,
    pages: '行的分页',
    previous: '上一页',
    next: '下一页',
  },
  around: { label: '延伸阅读', previous: '上一篇', next: '下一篇', related: '相关页面', backlinks: '引用本页的页面' },
  lists: {
    tags: '标签',
    archive: '归档',
    count: (pages) => `${pages} 个页面`,
    place: (number, numbers) => `第 ${number} 页，共 ${numbers} 页`,
    newer: '较新的页面',
    older: '较早的页面',
  },
  near: '您要找的是否是',
  comments: '评论',
  search: '搜索',
  home: '返回首页',
  errors: {
    400: { title: '请求无效', hint: '这个地址已损坏，无法对应任何页面，可能在复制时被截断了。' },
    403: { title: '禁止访问', hint: '您已登录，但此处没有您可以阅读的内容。' },
    404: { title: '找不到此页面', hint: '页面可能已经移动，也可能从未存在，或者地址有误。' },
    405: { title: '不允许使用此方法', hint: '这个地址只能阅读。请直接打开页面，而不是向它发送内容。' },
    408: { title: '请求超时', hint: '请求迟迟没有传完。请稍后再试。' },
    410: { title: '页面已移除', hint: '此页面曾经发布，现已永久下线。' },
    429: { title: '请求过于频繁', hint: '您在短时间内搜索了太多次。请稍等片刻，再次搜索。' },
    431: { title: '请求过大', hint: '地址或随之发送的 Cookie 过长。请清除本站的 Cookie。' },
    500: { title: '服务器内部错误', hint: '我们这边出了问题。内容没有丢失，请稍后再试。' },
    503: { title: '服务暂不可用', hint: '此页面存在，但暂时无法显示。请几分钟后再试。' },
  },
},
}

export const messagesFor = (locale: string): Words<'site'> => inLanguage(words, locale)
