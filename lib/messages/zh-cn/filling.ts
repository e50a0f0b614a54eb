import type { FillingMessages } from '../messages'

export const filling: FillingMessages = {
  title: '网站正在准备内容',
  hint: '正在从工作区复制页面。第一批页面到达后，本页会自动显示。',
  progress: (pages, known) => `已复制 ${pages} / ${known} 个页面`,
  waiting: '工作区目前没有响应，稍后会再次尝试。',
  check: '如果这是您的网站，请检查以下设置。此命令会说明如何处理：',
}
