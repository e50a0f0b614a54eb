import { expect, it } from 'vitest'
import { findLink } from '@/lib/workspace/read/find-link'
import type { RichText } from '@/lib/workspace/record-map'
import type { StoredPage } from '@/lib/workspace/stored'
import { idOf, page } from '../../support/records'

const target = idOf('Prices')

function pageWith(...texts: RichText[]): StoredPage {
  const blocks = texts.map((title, at) => ({ ...page(`block ${at}`, 'Page').block, properties: { title } }))
  return {
    id: idOf('Page'),
    blocks: Object.fromEntries(blocks.map((block) => [block.id, block])),
    views: {},
    queries: {},
    users: {},
    files: {},
    previews: {},
    emojis: {},
  }
}

it.each<[string, RichText, string, string]>([
  ['by the address of a page', [['our prices', [['a', `/${target.replaceAll('-', '')}`]]]], target, 'our prices'],
  [
    'by a full address',
    [['prices', [['b'], ['a', `https://www.notion.so/Prices-${target.replaceAll('-', '')}`]]]],
    target,
    'prices',
  ],
  ['by a mention, which has no text', [['‣', [['p', target]]]], target, ''],
  ['by a path, whatever follows it', [['here', [['a', '/none?x=1#part']]]], '/none', 'here'],
])('finds a link %s', (_, text, to, words) => {
  expect(findLink(pageWith([['Plain.']], text), to)).toEqual({ block: idOf('block 1'), text: words })
})

it('finds no link where none leads there', () => {
  expect(findLink(pageWith([['other', [['a', '/other']]], [target]]), target)).toBeUndefined()
})
