/** The words of the page that stands in for every page until the first are there. Not among the interface's own, which browsers load. */
interface FillingMessages {
  title: string
  hint: string
  /** How many pages are here, of how many are known so far. */
  progress: (pages: number, known: number) => string
  waiting: string
}

const EN: FillingMessages = {
  title: 'This site is being filled',
  hint: 'Its pages are being copied from the workspace. As soon as the first are here, this page shows them by itself.',
  progress: (pages, known) => `${pages} of ${known} pages so far`,
  waiting: 'The workspace does not answer at the moment. It is asked again in a while.',
}

const ZH_CN: FillingMessages = {
  title: '网站正在准备内容',
  hint: '正在从工作区复制页面。第一批页面到达后，本页会自动显示。',
  progress: (pages, known) => `已复制 ${pages} / ${known} 个页面`,
  waiting: '工作区目前没有响应，稍后会再次尝试。',
}

/** These words in a language of the interface; English for one that it does not speak. */
export function fillingMessagesFor(locale: string): FillingMessages {
  return locale === 'zh-CN' ? ZH_CN : EN
}
