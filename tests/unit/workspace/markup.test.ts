import { expect, test } from 'vitest'
import { findMarkupFaults } from './markup'

test.each([
  '<a href="javascript:alert(1)">a</a>',
  '<a href=" jAva\tscript&#x3a;alert(1)">a</a>',
  '<img src="data:text/html,x"/>',
  '<iframe src="vbscript:x"></iframe>',
  '<a href="/a"><b><a href="/b">b</a></b></a>',
  '<a href="/a"><button type="button">b</button></a>',
  '<script>alert(1)</script>',
  '<p onclick="alert(1)">a</p>',
  '<p style="position:fixed">a</p>',
  '<p>1 < 2</p>',
  '<p>\uFDD0</p>',
])('findMarkupFaults reports one fault in %s', (html) => {
  expect(findMarkupFaults(html)).toHaveLength(1)
})

test('findMarkupFaults returns nothing for harmless markup', () => {
  const html =
    '<p><a href="/a?b=1&amp;c=2"><b>a</b></a><a href="mailto:a@example.com">&lt;script&gt;</a><!-- -->' +
    '<img src="data:image/png;base64,AAAA" alt="onclick=&quot;"/><button type="button">b</button></p>'
  expect(findMarkupFaults(html)).toEqual([])
})
