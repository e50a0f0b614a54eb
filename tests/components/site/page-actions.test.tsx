import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PageActions } from '@/components/site/page-actions'
import { copyOnClick } from '@/islands/site/copy'
import { shareOnClick } from '@/islands/site/share'
import { getPageMessages } from '@/messages/languages'

const messages = getPageMessages('en')
const writeText = vi.fn(async (_: string) => {})
const write = vi.fn(async (_: { written: Record<string, Promise<Blob>> }[]) => {})

beforeAll(() => {
  copyOnClick()
  shareOnClick()
})

beforeEach(() => {
  writeText.mockClear()
  write.mockClear()
  vi.stubGlobal('navigator', { clipboard: { writeText, write } })
  vi.stubGlobal(
    'ClipboardItem',
    class {
      constructor(readonly written: Record<string, Promise<Blob>>) {}
    },
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
})

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('copies the public URL of the page', async () => {
  document.head.innerHTML = '<link rel="canonical" href="https://site.example/tides">'
  render(<PageActions markdown="/tides.md" messages={messages} />)
  await press('Copy link')
  expect(writeText.mock.calls).toEqual([['https://site.example/tides']])
  expect(screen.getByText('Copied')).toBeDefined()
})

test('copies the URL without query and fragment if the page has no public one', async () => {
  render(<PageActions messages={messages} />)
  await press('Copy link')
  expect(writeText.mock.calls).toEqual([[location.origin + location.pathname]])
  expect(screen.queryByText('Copy as Markdown')).toBeNull()
})

test('writes the Markdown copy as plain text while the click is handled', async () => {
  const load = vi.fn(async () => new Response('# Tides', { headers: { 'content-type': 'text/markdown' } }))
  vi.stubGlobal('fetch', load)
  render(<PageActions markdown="/tides.md" messages={messages} />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy as Markdown' }))
  expect(write).toHaveBeenCalledOnce()
  const blob = await write.mock.calls[0]?.[0][0]?.written['text/plain']
  expect([await blob?.text(), blob?.type]).toEqual(['# Tides', 'text/plain'])
  expect(load).toHaveBeenCalledWith('/tides.md')
  expect(await screen.findByText('Copied')).toBeDefined()
})

test('writes nothing if the copy cannot be loaded', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  write.mockImplementationOnce(async ([item]) => void (await item?.written['text/plain']))
  render(<PageActions markdown="/tides.md" messages={messages} />)
  await press('Copy as Markdown')
  expect(await screen.findByText('Copy failed')).toBeDefined()
})

test('links to Notion for editors only', () => {
  render(<PageActions edit="https://www.notion.so/x" messages={getPageMessages('zh-CN')} />)
  expect(screen.getByRole('link', { name: '在 Notion 中编辑' }).getAttribute('href')).toBe('https://www.notion.so/x')
  cleanup()
  render(<PageActions markdown="/tides.md" messages={messages} />)
  expect(screen.queryByRole('link')).toBeNull()
})

test('offers the share dialog of the device with the public URL once the menu is opened, and ignores that it is closed', async () => {
  document.head.innerHTML = '<link rel="canonical" href="https://site.example/tides"><title>Tides</title>'
  const share = vi.fn((_: ShareData) => Promise.reject(new DOMException('Closed', 'AbortError')))
  vi.stubGlobal('navigator', { share })
  vi.spyOn(console, 'debug').mockReturnValue()
  render(<PageActions messages={messages} />)
  expect(screen.queryByRole('button', { name: 'Share…' })).toBeNull()
  fireEvent.click(screen.getByText('Actions on this page'))
  await press('Share…')
  expect(share.mock.calls).toEqual([[{ title: 'Tides', url: 'https://site.example/tides' }]])
})

test('offers no share dialog in a browser without one', () => {
  render(<PageActions messages={messages} />)
  fireEvent.click(screen.getByText('Actions on this page'))
  expect(screen.queryByRole('button', { name: 'Share…' })).toBeNull()
})
