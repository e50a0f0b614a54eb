import { expect, test } from 'vitest'
import { escapeHtml, unescapeHtml } from '@/lib/workspace/escape-html'

test.each(['<b a="1">\'&amp;\'</b>', '&lt;', 'plain'])('unescaping reverses escaping of %j', (text) => {
  expect(unescapeHtml(escapeHtml(text))).toBe(text)
})

test('reads the apostrophe of React, and leaves other entities', () => {
  expect(unescapeHtml('it&#x27;s &copy; &amp;lt;')).toBe("it's &copy; &lt;")
})
