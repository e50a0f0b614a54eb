import { expect, it } from 'vitest'
import { isPagePath } from '@/components/ui/link'

it.each([
  ['/', true],
  ['/guides/first-steps?view=1#end', true],
  ['/files-of-ours', true],
  ['//intranet/guides', false],
  ['/\\intranet/guides', false],
  ['https://site.example/', false],
  ['#end', false],
  ['/feed.xml', false],
  ['/files/a1/notes', false],
  ['/members/files/a1/notes', false],
  ['/unlock/diary', false],
  ['/unlock/files/a1/notes', false],
  ['/unlocking', true],
])('isPagePath(%s) returns %s', (href, expected) => {
  expect(isPagePath(href)).toBe(expected)
})
