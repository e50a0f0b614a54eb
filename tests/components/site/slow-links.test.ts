import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { markSlowLinks } from '@/islands/site/slow-links'

beforeAll(markSlowLinks)
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  dispatchEvent(new Event('pageshow'))
  vi.useRealTimers()
})

const isLoading = () => document.documentElement.hasAttribute('data-loading')

function follow(html: string, init: MouseEventInit = {}): Element {
  document.body.innerHTML = html
  const link = document.body.querySelector('a') as HTMLAnchorElement
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
  return link
}

test('a link is marked after 300 milliseconds, until the page is shown again', () => {
  const link = follow('<a href="https://site.example/next">Next</a>')
  vi.advanceTimersByTime(299)
  expect([link.getAttribute('aria-busy'), isLoading()]).toEqual([null, false])
  vi.advanceTimersByTime(1)
  expect([link.getAttribute('aria-busy'), isLoading()]).toEqual(['true', true])
  dispatchEvent(new Event('pageshow'))
  expect([link.getAttribute('aria-busy'), isLoading()]).toEqual([null, false])
})

test.each([
  ['to a place on the same page', `<a href="#below">Below</a>`, {}],
  ['in another window', '<a href="https://site.example/next" target="_blank">Next</a>', {}],
  ['to a download', '<a href="https://site.example/file" download>File</a>', {}],
  ['to a program', '<a href="mailto:a@site.example">Mail</a>', {}],
  ['with the Control key', '<a href="https://site.example/next">Next</a>', { ctrlKey: true }],
])('a link %s is not marked', (_name, html, init) => {
  follow(html, init)
  vi.advanceTimersByTime(1000)
  expect(isLoading()).toBe(false)
})

test('a link that a client-side navigation follows is not marked', () => {
  document.addEventListener('click', (event) => event.preventDefault(), { once: true })
  follow('<a href="https://site.example/next">Next</a>')
  vi.advanceTimersByTime(1000)
  expect(isLoading()).toBe(false)
})
