import { expect, test } from 'vitest'
import { buildSite } from '@/lib/site/build'
import { idOf, page } from '../../support/records'

function build(anchors: string[]) {
  const pages = [
    page('Root', undefined),
    page('A', 'Root', { holders: ['a', 'b', 'c'].map(idOf) }),
    page('B', 'Root', { holders: [idOf('d')], anchors }),
  ]
  const input = { snapshot: 'one', syncedAt: 0, root: idOf('Root'), collections: new Map(), collectionHashes: {} }
  const index = buildSite(
    { ...input, pages: new Map(pages.map((each) => [each.id, each])), files: new Map(), unreadable: [] },
    { timeZone: 'UTC', now: 0, signIn: false },
  )
  return (name: string) => index.pages.find((each) => each.id === idOf(name))
}

test('anchors are those blocks of a page to which any page of the site links, and of its version', () => {
  const [none, some] = [build([]), build([idOf('b'), idOf('nowhere')])]
  expect(none('A')?.anchors).toBeUndefined()
  expect(some('A')?.anchors).toEqual([idOf('b')])
  expect(some('B')?.anchors).toBeUndefined()
  expect(some('A')?.version).not.toBe(none('A')?.version)
  expect(some('B')?.version).toBe(none('B')?.version)
})
