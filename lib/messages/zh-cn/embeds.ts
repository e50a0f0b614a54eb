import type { EmbedMessages } from '../messages'

export const embeds: EmbedMessages = {
  file: '文件',
  tab: (number) => `标签页 ${number}`,
  youtube: 'YouTube 视频',
  post: (author) => (author === undefined ? '帖子' : `${author} 的帖子`),
  gist: (author) => (author === undefined ? 'Gist' : `${author} 的 Gist`),
  unknown: { name: '块', notShown: (type) => `${type}（此处不显示）` },
  kinds: { drive: '云端硬盘文件', excalidraw: '绘图', figma: '设计稿', maps: '地图', typeform: '表单', video: '视频' },
}
