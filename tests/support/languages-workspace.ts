import { table, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { date, pageMention } from '@/cli/sample/inline'
import type { DatabaseNode, PageNode } from '@/cli/sample/nodes'
import { writeWorkspace } from '@/cli/sample/output'
import { database, page, row } from '@/cli/sample/pages'
import { SECRET } from './closed-workspace'
import { newFolder } from './site'

/** Writes a workspace in English, Chinese and Arabic, whose second home page is inside the first. */
export function writeLanguagesWorkspace(): string {
  const dir = newFolder('languages')
  const chinese = page('海港', { key: 'zh' }, [
    text('欢迎来到海港'),
    page('About', { key: 'zh-about' }, [text(['关于海港，见 ', pageMention('about')])]),
    page('联系', { key: 'zh-contact' }, [text('写信给我们')]),
    createPosts('文章', 'zh-posts', [
      row('潮汐', { Slug: 'chaoxi', Translation: ['tides'], Tags: ['海'], Date: date('2025-02-02') }, [text('潮汐表')]),
    ]),
  ])
  const arabic = page('الميناء', { key: 'ar' }, [text('مرحبا')])
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
      Tags: { type: 'multi_select', options: { Sea: 'blue', 海: 'blue' } },
      Date: { type: 'date' },
      Translation: { type: 'relation', to: 'posts' },
    },
    views: [{ type: 'list' }],
    rows,
  })
