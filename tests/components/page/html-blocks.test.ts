import { beforeEach, expect, test } from 'vitest'
import '@/islands/html-blocks'

let iframe: HTMLIFrameElement

beforeEach(() => {
  document.body.innerHTML = '<div class="block-html"><iframe></iframe></div>'
  iframe = document.querySelector('iframe') as HTMLIFrameElement
})

const report = (data: unknown, init: MessageEventInit = {}) =>
  window.dispatchEvent(new MessageEvent('message', { source: iframe.contentWindow, origin: 'null', data, ...init }))

test.each([
  [{ height: 700 }, '700px'],
  [{ height: 1 }, '40px'],
  [{ height: 1e9 }, '3000px'],
])('an iframe whose document reports %j is %s high', (data, height) => {
  report(data)
  expect(iframe.style.height).toBe(height)
})

test.each<[name: string, data: unknown, init?: MessageEventInit]>([
  ['text', 'high'],
  ['nothing', null],
  ['a height that is text', { height: '700' }],
  ['a negative height', { height: -1 }],
  ['a height from a document with an origin', { height: 700 }, { origin: 'https://example.com' }],
  ['a height from another window', { height: 700 }, { source: window }],
])('an iframe keeps its height after a message with %s', (_, data, init) => {
  report(data, init)
  expect(iframe.style.height).toBe('')
})

test('50 changes of an iframe are followed', () => {
  for (let height = 100; height < 200; height++) report({ height })
  expect(iframe.style.height).toBe('149px')
})
