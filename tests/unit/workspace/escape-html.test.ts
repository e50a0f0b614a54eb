import { expect, test } from 'vitest'
import { escapeHtml, unescapeHtml } from '@/lib/workspace/escape-html'

test.each(['<b a="1">\'&amp;\'</b>', '&lt;', 'plain'])('unescapeHtml reverses escapeHtml for %j', (text) => {
  expect(unescapeHtml(escapeHtml(text))).toBe(text)
})

test('unescapeHtml decodes the apostrophe that React writes, and keeps unknown entities', () => {
  expect(unescapeHtml('it&#x27;s &copy; &amp;lt;')).toBe("it's &copy; &lt;")
})
