import type { EmbedMessages } from '../messages'

export const embeds: EmbedMessages = {
  file: '檔案',
  tab: (number) => `分頁 ${number}`,
  youtube: 'YouTube 影片',
  post: (author) => (author === undefined ? '貼文' : `${author} 的貼文`),
  gist: (author) => (author === undefined ? '程式碼片段' : `${author} 的程式碼片段`),
  unknown: { name: '區塊', notShown: (type) => `${type}（此處不顯示）` },
  kinds: { drive: '雲端硬碟檔案', excalidraw: '繪圖', figma: '設計稿', maps: '地圖', typeform: '表單', video: '影片' },
}
