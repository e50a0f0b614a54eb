import { bullet, codeBlock, heading, quote, table, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { bold, date, pageMention } from '@/cli/sample/inline'
import type { DatabaseNode, PageNode } from '@/cli/sample/nodes'
import { writeWorkspace } from '@/cli/sample/output'
import { database, page, row } from '@/cli/sample/pages'
import { SECRET } from './closed-workspace'
import { createFolder } from './site'

/** Writes a workspace in English, Chinese and Arabic. The other home pages are inside the first, and the Arabic pages have a sidebar. */
export function writeLanguagesWorkspace(): string {
  const dir = createFolder('languages')
  const chinese = page('海港', { key: 'zh' }, [
    text('欢迎来到海港'),
    page('About', { key: 'zh-about' }, [text(['关于海港，见 ', pageMention('about')])]),
    page('联系', { key: 'zh-contact' }, [text('写信给我们')]),
    createPosts('文章', 'zh-posts', [
      ...Array.from({ length: 12 }, (_, at) => row(`第${at}天`, { Slug: `day-${at}`, Date: date('2025-01-02') })),
      row('潮汐', { Slug: 'chaoxi', Translation: ['tides'], Tags: ['海'], Date: date('2025-02-02') }, [text('潮汐表')]),
    ]),
  ])
  const arabic = page('الميناء', { key: 'ar' }, [text('مرحبا'), ...createArabicPages()])
  const home = page('Harbour', { key: 'home' }, [
    table([
      ['Language', 'Languages'],
      [pageMention('home'), 'en'],
      [pageMention('zh'), 'zh-CN'],
      [pageMention('ar'), 'ar'],
      [pageMention('closed'), 'de'],
    ]),
    table([
      ['Page', 'Access'],
      [pageMention('closed'), 'closed'],
      [pageMention('zh-closed'), 'closed'],
    ]),
    text('Welcome to the harbour'),
    page('About', { key: 'about' }, [text('About the harbour')]),
    page('Moorings', { key: 'moorings' }, [text('Where boats lie')]),
    page('秘密', { key: 'closed' }, [text(SECRET), page('Moorings', { key: 'de-moorings' }, [text(SECRET)])]),
    createPosts('Posts', 'posts', [
      row('Tides', { Slug: 'tides', Tags: ['Sea'], Date: date('2025-01-01') }, [text('High and low water')], {
        key: 'tides',
      }),
    ]),
    arabic,
    chinese,
  ])
  chinese.children.push(page('Moorings', { key: 'zh-closed' }, [text(SECRET)]))
  writeWorkspace(dir, buildWorkspace(home))
  return dir
}

const createPosts = (name: string, key: string, rows: PageNode[]): DatabaseNode =>
  database(name, {
    key,
    schema: {
      Name: { type: 'title' },
      Slug: { type: 'text' },
      Summary: { type: 'text' },
      Tags: { type: 'multi_select', options: { Sea: 'blue', 海: 'blue' } },
      Date: { type: 'date' },
      Translation: { type: 'relation', to: 'posts' },
    },
    views: [{ type: 'table' }],
    rows,
  })

/** An article with a diagram, a database with a calendar, and enough chapters for a sidebar. */
function createArabicPages(): PageNode[] {
  const chapters = ['البحر', 'السفن', 'الرياح'].map((title, part) =>
    page(
      title,
      { key: `ar-${part}` },
      Array.from({ length: 7 }, (_, at) => page(`${title} ${at + 1}`, { key: `ar-${part}-${at}` }, [text(title)])),
    ),
  )
  const article = page('دليل الميناء', { key: 'ar-guide' }, [
    text('الميناء مكان آمن ترسو فيه السفن، وتفرغ فيه حمولتها قبل أن تبحر من جديد.'),
    heading(2, 'الوصول'),
    bullet('اقترب من جهة الشرق'),
    bullet(['اتصل على القناة 16، ثم انتظر ', bold('الإذن')]),
    heading(2, 'الرسو'),
    quote('من يعرف الرياح يعرف البحر.'),
    codeBlock('Bash', 'npm run site'),
    heading(2, 'كيف يعمل'),
    codeBlock('Mermaid', 'flowchart LR\n  A[سفينة] -- تصل --> B[ميناء]\n  B --> C[سوق]'),
  ])
  const calendar = database('الأحداث', {
    key: 'ar-events',
    schema: { Name: { type: 'title' }, When: { type: 'date' }, Done: { type: 'checkbox' } },
    views: [
      { type: 'calendar', name: 'التقويم', by: 'When' },
      { type: 'table', name: 'جدول' },
      { type: 'board', name: 'لوحة', by: 'Done' },
    ],
    rows: [
      row('سباق القوارب', { When: date('2026-03-01', '2026-03-04') }),
      row('وصول السفينة', { When: date('2026-03-11'), Done: true }),
      row('إصلاح الرصيف', { When: date('2026-02-03') }),
      row('بلا تاريخ', {}),
    ],
  })
  return [article, page('المواعيد', { key: 'ar-days' }, [calendar]), ...chapters]
}
