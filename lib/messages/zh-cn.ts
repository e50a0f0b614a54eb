import type { Messages } from './en'

/** The interface in Simplified Chinese. */
export const zhCn: Messages = {
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
  notHeld: '此页面的正文尚未从工作区复制过来。',
  madeWith: '由 Colophon 制作。',
  emptySite: '这里还没有发布任何内容',
  emptySiteHint: '工作区中的页面一经发布，就会自动出现在这里。',
  theme: {
    system: '配色：跟随设备。切换为浅色。',
    light: '配色：浅色。切换为深色。',
    dark: '配色：深色。切换为跟随设备。',
  },
  home: '返回首页',
  retry: '重试',
  errors: {
    400: { title: '请求无效', hint: '这个地址已损坏，无法对应任何页面，可能在复制时被截断了。' },
    404: { title: '找不到此页面', hint: '页面可能已经移动，也可能从未存在，或者地址有误。' },
    405: { title: '不允许使用此方法', hint: '这个地址只能阅读。请直接打开页面，而不是向它发送内容。' },
    410: { title: '页面已移除', hint: '此页面曾经发布，现已永久下线。' },
    500: { title: '服务器内部错误', hint: '我们这边出了问题。内容没有丢失，请稍后再试。' },
    503: { title: '服务暂不可用', hint: '此页面存在，但暂时无法显示。请几分钟后再试。' },
    client: { title: '应用程序错误：浏览器端发生异常', hint: '页面在您的浏览器中停止了工作，重试通常可以解决。' },
  },
}
