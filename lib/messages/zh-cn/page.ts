import type { PageMessages } from '../messages'

export const page: PageMessages = {
  body: {
    linkTo: '本节链接',
    play: '播放',
    open: '打开',
    show: '显示',
    contacts: '显示后将连接到',
    codeIn: '代码',
    wrapLines: '自动换行',
    diagram: '图表',
    source: '图表源码',
    zoomIn: '放大图片',
    zoomOut: '还原图片',
    contents: '目录',
    breadcrumb: '当前位置',
    table: '表格',
    copy: '复制',
    copied: '已复制',
    copyFailed: '复制失败',
  },
  header: { navigation: '网站导航', menu: '菜单', more: '更多', search: '搜索' },
  contents: { label: '本页内容', title: '目录', top: '返回顶部' },
  actions: { link: '复制链接', markdown: '复制为 Markdown', edit: '在 Notion 中编辑' },
  theme: {
    system: '配色：跟随设备。切换为浅色。',
    light: '配色：浅色。切换为深色。',
    dark: '配色：深色。切换为跟随设备。',
  },
}
