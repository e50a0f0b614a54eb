import { expect, it } from 'vitest'
import { prefersMarkdown } from '@/lib/formats/preference'

it.each<[accept: string | null, expected: boolean]>([
  [null, false],
  ['*/*', false],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
  ['text/markdown', true],
  ['Text/Markdown, text/html;q=0.9', true],
  ['text/markdown;q=0.5, text/html', false],
  ['text/markdown;q=0', false],
])('prefersMarkdown returns for the header Accept: %s the value %s', (accept, expected) => {
  expect(prefersMarkdown(accept)).toBe(expected)
})
