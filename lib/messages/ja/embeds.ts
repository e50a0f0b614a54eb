import type { EmbedMessages } from '../messages'

export const embeds: EmbedMessages = {
  file: 'ファイル',
  tab: (number) => `タブ ${number}`,
  youtube: 'YouTube 動画',
  post: (author) => (author === undefined ? '投稿' : `${author} の投稿`),
  gist: (author) => (author === undefined ? 'コード片' : `${author} のコード片`),
  unknown: { name: 'ブロック', notShown: (type) => `${type}（ここでは表示されません）` },
  kinds: {
    drive: 'ドライブのファイル',
    excalidraw: '図',
    figma: 'デザイン',
    maps: '地図',
    typeform: 'フォーム',
    video: '動画',
  },
}
