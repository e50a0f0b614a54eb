import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CommentList } from '@/components/site/comments/comment-list'
import type { CommentView } from '@/lib/screens/comments'
import { getSiteMessages } from '@/messages/languages'

const comment = (id: string, text: string, more: Partial<CommentView> = {}): CommentView => ({
  id,
  name: 'Ann',
  text,
  created: 0,
  date: { iso: '1970-01-01T00:00:00.000Z', text: 'January 1, 1970', year: '1970' },
  ...more,
})

function render(comments: CommentView[]): HTMLElement {
  document.body.innerHTML = renderToStaticMarkup(<CommentList comments={comments} messages={getSiteMessages('en')} />)
  return document.body
}

test('shows texts as they are, and addresses as links that search engines do not follow', () => {
  const text = '<img src=x onerror=alert(1)> see (https://site.example/a?b=1&c=2), http://[ and javascript:alert(1).'
  const body = render([comment('a', text, { name: '<b>Ann</b>' })])
  expect(body.querySelector('.comments-text')?.textContent).toBe(text)
  expect(body.querySelectorAll('img, b')).toHaveLength(0)
  const links = [...body.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.rel])
  expect(links).toEqual([['https://site.example/a?b=1&c=2', 'nofollow ugc']])
})

test('puts replies below their comment, also on a page that begins with one', () => {
  const reply = { isReply: true as const, name: '' }
  const body = render([comment('a', 'rest', reply), comment('b', 'first'), comment('c', 'second', reply)])
  const top = [...body.querySelectorAll(':scope > ol > li')]
  expect(top.map((item) => item.id)).toEqual(['comment-a', 'comment-b'])
  expect(top[0]?.className).toBe('comments-reply')
  expect(top[1]?.querySelector('ol > li')?.textContent).toContain('Anonymous')
})
