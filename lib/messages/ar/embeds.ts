import type { EmbedMessages } from '../messages'

export const embeds: EmbedMessages = {
  file: 'ملف',
  tab: (number) => `علامة التبويب ${number}`,
  youtube: 'فيديو من YouTube',
  post: (author) => (author === undefined ? 'منشور' : `منشور من ${author}`),
  gist: (author) => (author === undefined ? 'مقتطف شفرة' : `مقتطف شفرة من ${author}`),
  unknown: { name: 'كتلة', notShown: (type) => `${type} (لا تُعرض هنا)` },
  kinds: { drive: 'ملف من Drive', excalidraw: 'رسم', figma: 'تصميم', maps: 'خريطة', typeform: 'نموذج', video: 'فيديو' },
}
