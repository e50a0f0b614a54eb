import { describe, expect, test } from 'vitest'
import { cleanBlock } from '@/lib/workspace/clean/block'
import { reducePageAddress } from '@/lib/workspace/clean/page-addresses'
import { createId } from '@/tests/support/records'

const [PAGE, BLOCK] = ['page', 'block'].map((name) => createId(name).replaceAll('-', '')) as [string, string]
const FULL = `https://www.notion.so/acme/Secret-plans-${PAGE}`
const REDUCED = `https://www.notion.so/${PAGE}`

test.each([
  [FULL, REDUCED],
  [`${FULL}?pvs=4#${BLOCK}`, `${REDUCED}#${BLOCK}`],
  [`${FULL}?v=${BLOCK}&pvs=4`, `${REDUCED}?v=${BLOCK}`],
  [`https://www.notion.so/acme/Rows-${BLOCK}?v=${BLOCK}&p=${PAGE}&pm=s`, REDUCED],
  [`https://acme.notion.site/Secret-plans-${PAGE}`, `https://acme.notion.site/${PAGE}`],
  [`/Secret-plans-${PAGE}`, `/Secret-plans-${PAGE}`],
  ['https://www.notion.so/help/formulas', 'https://www.notion.so/help/formulas'],
  [`https://example.com/Secret-plans-${PAGE}`, `https://example.com/Secret-plans-${PAGE}`],
])('reducePageAddress reduces %s', (address, reduced) => {
  expect(reducePageAddress(address)).toBe(reduced)
})

describe('cleanBlock reduces addresses of Notion pages', () => {
  const clean = (record: object) => cleanBlock(createId('it'), { type: 'text', ...record }, () => {})
  const cleanTitle = (title: unknown, type = 'text') => clean({ type, properties: { title } })?.properties.title

  test.each([
    ['a link', [['here', [['a', FULL]]]], [['here', [['a', REDUCED]]]]],
    ['a pasted link', [[FULL, [['b'], ['a', FULL]]]], [[REDUCED, [['b'], ['a', REDUCED]]]]],
    ['an address in a sentence', [[`See ${FULL}, and (${FULL}).`]], [[`See ${REDUCED}, and (${REDUCED}).`]]],
    ['an address without spaces around it', [[`参照：${FULL}。`]], [[`参照：${REDUCED}。`]]],
    ['an address without a scheme', [[FULL.slice('https://'.length)]], [[REDUCED.slice('https://'.length)]]],
    [
      'a link mention',
      [['‣', [['lm', { href: FULL, title: 'Secret plans', description: 'Secret' }]]]],
      [['‣', [['lm', { href: REDUCED }]]]],
    ],
    [
      'a link mention with a reduced address',
      [['‣', [['lm', { href: REDUCED, title: 'Secret plans' }]]]],
      [['‣', [['lm', { href: REDUCED }]]]],
    ],
    ['two addresses in one word', [[`${FULL},${FULL}`]], [[`${REDUCED},${REDUCED}`]]],
    ['an address after another one', [[`u=${FULL}`]], [[`u=${REDUCED}`]]],
    ['an address in capitals', [[FULL.replace('notion', 'Notion')]], [[REDUCED]]],
    ['a link mention of another site', [['‣', [['lm', { href: 'https://a.example/', title: 'A' }]]]], undefined],
  ])('in %s', (_, title, expected) => {
    expect(cleanTitle(title)).toEqual(expected ?? title)
  })

  test('in the links of code, but not in its text', () => {
    expect(cleanTitle([[`get ${FULL}`]], 'code')).toEqual([[`get ${FULL}`]])
  })

  test('in bookmarks, with what they show of the page', () => {
    const about = { title: [['Secret plans']], description: [['Secret']], caption: [['mine']] }
    const format = { bookmark_icon: 'https://a.example/i.png', bookmark_cover: 'https://a.example/c.png' }
    const bookmark = (link: string) => clean({ type: 'bookmark', properties: { link: [[link]], ...about }, format })
    expect(bookmark(FULL)).toMatchObject({ properties: { link: [[REDUCED]], caption: [['mine']] }, format: {} })
    for (const link of [FULL, REDUCED]) expect(JSON.stringify(bookmark(link))).not.toMatch(/secret|a\.example/i)
    expect(JSON.stringify(bookmark('https://b.example/'))).toMatch(/Secret plans.*c\.png/)
  })
})
