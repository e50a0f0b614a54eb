// Made by the build of the files in languages/: change those.
import { type ByLanguage, inLanguage, type Words } from '../messages'

const words: ByLanguage<'filling'> = {
'en': {
  title: 'This site is being filled',
  hint: 'Its pages are being copied from the workspace. As soon as the first are here, this page shows them by itself.',
  progress: (pages: number, known: number) => `${pages} of ${known} pages so far`,
  waiting: 'The workspace does not answer at the moment. It is asked again in a while.',
},
'zh-CN': {
  title: '网站正在准备内容',
  hint: '正在从工作区复制页面。第一批页面到达后，本页会自动显示。',
  progress: (pages, known) => `已复制 ${pages} / ${known} 个页面`,
  waiting: '工作区目前没有响应，稍后会再次尝试。',
},
}

export const fillingMessagesFor = (locale: string): Words<'filling'> => inLanguage(words, locale)
