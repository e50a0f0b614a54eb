// Made by the build of the files in languages/: change those.
import { type ByLanguage, inLanguage, type Words } from '../messages'

const words: ByLanguage<'screens'> = {
'en': {
  home: 'Go to the home page',
  retry: 'Try again',
  missing: {
    title: 'This page could not be found',
    hint: 'It may have moved, or it may never have been here. The address could also hold a slip of the pen.',
  },
  broken: {
    title: 'Application error: a client-side exception has occurred',
    hint: 'The page stopped working in your browser. Trying again usually helps.',
  },
},
'zh-CN': {
  home: '返回首页',
  retry: '重试',
  missing: { title: '找不到此页面', hint: '页面可能已经移动，也可能从未存在，或者地址有误。' },
  broken: { title: '应用程序错误：浏览器端发生异常', hint: '页面在您的浏览器中停止了工作，重试通常可以解决。' },
},
}

export const screenMessagesFor = (locale: string): Words<'screens'> => inLanguage(words, locale)
