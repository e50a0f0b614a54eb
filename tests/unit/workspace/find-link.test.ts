import { expect, it } from 'vitest'
import { findLink } from '@/lib/workspace/read/find-link'
import type { RichText } from '@/lib/workspace/record-map'
import type { StoredPage } from '@/lib/workspace/stored'
import { createId, page } from '../../support/records'

const target = createId('Prices')

function createPage(...texts: RichText[]): StoredPage {
  const blocks = texts.map((title, index) => ({ ...page(`block ${index}`, 'Page').block, properties: { title } }))
  return {
    id: createId('Page'),
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
  ['by a relative address', [['our prices', [['a', `/${target.replaceAll('-', '')}`]]]], target, 'our prices'],
  [
    'by a full address',
    [['prices', [['b'], ['a', `https://www.notion.so/Prices-${target.replaceAll('-', '')}`]]]],
    target,
    'prices',
  ],
  ['by a mention, which has no text', [['‣', [['p', target]]]], target, ''],
  ['by a path, with any query and hash', [['here', [['a', '/none?x=1#part']]]], '/none', 'here'],
])('finds a link %s', (_, richText, to, text) => {
  expect(findLink(createPage([['Plain.']], richText), to)).toEqual({ block: createId('block 1'), text })
})

it('returns undefined if no link has the target', () => {
  expect(findLink(createPage([['other', [['a', '/other']]], [target]]), target)).toBeUndefined()
})
