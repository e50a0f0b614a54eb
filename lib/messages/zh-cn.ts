import type { Messages } from './en'
import { screensZhCn } from './screens/zh-cn'

/** The interface in Simplified Chinese. */
export const zhCn: Messages = {
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
  search: '搜索',
  home: screensZhCn.home,
  errors: {
    400: { title: '请求无效', hint: '这个地址已损坏，无法对应任何页面，可能在复制时被截断了。' },
    403: { title: '禁止访问', hint: '您已登录，但此处没有您可以阅读的内容。' },
    404: screensZhCn.missing,
    405: { title: '不允许使用此方法', hint: '这个地址只能阅读。请直接打开页面，而不是向它发送内容。' },
    410: { title: '页面已移除', hint: '此页面曾经发布，现已永久下线。' },
    429: { title: '请求过于频繁', hint: '您在短时间内搜索了太多次。请稍等片刻，再次搜索。' },
    500: { title: '服务器内部错误', hint: '我们这边出了问题。内容没有丢失，请稍后再试。' },
    503: { title: '服务暂不可用', hint: '此页面存在，但暂时无法显示。请几分钟后再试。' },
  },
}
