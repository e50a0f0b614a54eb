// Made by the build of the files in languages/: change those.
import { type ByLanguage, inLanguage, type Words } from '../messages'

const words: ByLanguage<'embeds'> = {
'en': {
  file: 'File',
  youtube: 'YouTube video',
  post: (author?: string) => (author === undefined ? 'Post' : `Post by ${author}`),
  gist: (author?: string) => (author === undefined ? 'Gist' : `Gist by ${author}`),
  kinds: { drive: 'Drive file', excalidraw: 'Drawing', figma: 'Design', maps: 'Map', typeform: 'Form', video: 'Video' },
},
'zh-CN': {
  file: '文件',
  youtube: 'YouTube 视频',
  post: (author) => (author === undefined ? '帖子' : `${author} 的帖子`),
  gist: (author) => (author === undefined ? 'Gist' : `${author} 的 Gist`),
  kinds: { drive: '云端硬盘文件', excalidraw: '绘图', figma: '设计稿', maps: '地图', typeform: '表单', video: '视频' },
},
}

export const embedMessagesFor = (locale: string): Words<'embeds'> => inLanguage(words, locale)
