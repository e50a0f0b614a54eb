import type { SearchMessages } from '../messages'

export const search: SearchMessages = {
  title: '搜索',
  clear: '清除',
  close: '关闭',
  total: (count) => `${count} 个结果`,
  none: '没有结果',
  noneHint: '请尝试其他搜索词',
  error: '搜索出错',
  needsScript: '本站搜索需要 JavaScript。请启用后重新加载页面，或使用上方的链接浏览。',
  only: (title) => `仅限“${title}”`,
  recent: '最近搜索',
  forget: '清除最近搜索',
  all: '显示全部',
  sections: '栏目',
  newest: '最新页面',
  shortcuts: {
    title: '快捷键',
    search: '搜索',
    next: '前往下一个链接或输入框',
    sheet: '显示这些快捷键',
    pictures: '放大图片后，切换到其他图片',
    use: '启用 ? 键',
    close: '关闭当前窗口',
  },
  keys: { choose: '选择', open: '打开', close: '关闭' },
}
