import { codeBlock } from '../../blocks'
import { h2, note, ol, p, q, todo, ul } from '../../prose'
import { ines, teodor } from '../people'
import type { Article } from './article'

export const chineseTypesetting: Article = {
  title: '中文排版的几条小规矩',
  slug: '中文排版的几条小规矩',
  description: '标点、空隙与强调：让中文页面读起来舒服的几个细节。',
  tags: ['Typography', '中文'],
  date: '2026-10-13',
  icon: '🀄',
  by: ines,
  body: [
    p('汉字是方块字，每个字占一个格子。中文排版的好处是天然整齐，难处也在这里：任何一处不整齐，都会被立刻看见。'),
    h2('标点'),
    ...ol(
      '句号、逗号、顿号不放在行首，左引号和左括号不放在行尾。',
      '两个全角标点相遇时，中间的空白要挤掉一半，例如“……”之后紧跟“）”。',
      '正文用全角标点；夹在代码或英文里的标点用半角。',
    ),
    h2('中西文之间'),
    p(
      '汉字与拉丁字母之间留一道细缝，大约四分之一个字宽。这件事应当由排版程序来做，而不是由作者敲空格：写作的人只管写 Notion，缝隙由样式来添。',
    ),
    codeBlock('CSS', ':lang(zh) {\n  text-autospace: normal;\n  line-break: strict;\n  line-height: 1.8;\n}'),
    h2('强调'),
    p('汉字没有真正的斜体。把方块字推斜，只会让它站不稳。强调可以用**黑体**，也可以用着重号；书名用《》，不用斜体。'),
    h2('行长与行距'),
    ...ul(
      '一行三十到四十个字最合适。',
      '行距取字号的 1.7 到 1.9 倍，比西文宽一些，因为汉字没有上伸和下伸的部分来分隔行与行。',
    ),
    q('规矩不是为了好看，是为了让人忘记它的存在。'),
  ],
}

export const letter: Article = {
  title: 'A letter to our members',
  slug: 'a-letter-to-our-members',
  description: 'For those who keep the lights on.',
  tags: ['Workshop'],
  date: '2026-10-27',
  access: 'Members',
  icon: '💌',
  by: ines,
  body: [
    p('Dear members,'),
    p(
      'this page has the word `Members` in its `Access` column, and so the public site does not know it. It is not in the list, not in the feed, and not in the numbers. If you can read it, you are signed in, and we are among ourselves.',
    ),
    p(
      'The workshop has had a good year. Two new cases of type, one new roller, and not a single broken window. The handbook grew to ninety pages, and we found eleven mistakes in it, all of them by reading aloud.',
    ),
    p('Next year we want to print something on paper again. Ideas are welcome; bring them on a Thursday.'),
    p('Warmly, Ines and Teodor'),
  ],
}

export const secondEdition: Article = {
  title: 'Notes for a second edition',
  slug: 'notes-for-a-second-edition',
  description: 'A draft, and therefore nobody’s business yet.',
  tags: ['Workshop', 'Writing'],
  status: 'Draft',
  created: '2026-11-03',
  icon: '🚧',
  by: teodor,
  body: [
    note('🚧', 'Status: Draft. On the site this row does not exist.'),
    todo(true, 'Collect what people asked twice'),
    todo(false, 'Rewrite the page on databases; it explains too much'),
    todo(false, 'Find a better word for “slug”'),
    p('Perhaps the second edition should be shorter than the first. Most second editions should be.'),
  ],
}

export const future: Article = {
  title: 'To the readers of 2099',
  slug: 'to-the-readers-of-2099',
  description: 'Scheduled. Please be patient.',
  tags: ['Writing'],
  date: '2099-01-01',
  publishAt: '2099-01-01 09:00',
  created: '2026-10-01',
  icon: '🔭',
  by: teodor,
  body: [
    p('Good morning.'),
    p(
      'If this page has just appeared by itself, then the clock has come round, the process is still running, and somebody has gone on paying for electricity. Thank you.',
    ),
    p(
      'We would like to know whether you still write in boxes that are called blocks, whether paper is dear, and whether anybody sets a colophon at the end of anything. Please leave a note.',
    ),
  ],
}
