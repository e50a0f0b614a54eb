import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Contents } from '@/components/site/contents'
import { findActiveIndex, watchContents } from '@/islands/site/contents'
import { getPageMessages } from '@/messages/languages'

describe('findActiveIndex', () => {
  const middle = { scrollTop: 500, height: 800, documentHeight: 4000 }
  const end = { scrollTop: 3200, height: 800, documentHeight: 4000 }
  const unscrollable = { scrollTop: 0, height: 800, documentHeight: 800 }

  test.each([
    ['returns no heading above the first one', [151, 400, 700], middle, -1],
    ['returns the heading that reached the offset', [150, 400, 700], middle, 0],
    ['returns the last heading that passed the offset', [-900, -20, 151], middle, 1],
    ['returns the last heading at the end of the document', [-900, 300, 700], end, 2],
    ['returns no heading in a document that does not scroll', [200, 300, 400], unscrollable, -1],
    ['ignores hidden headings', [-900, null, 700], middle, 0],
    ['ignores hidden headings at the end of the document', [-900, 300, null], end, 1],
    ['returns no heading if there are none', [], end, -1],
  ])('%s [N-291]', (_, tops, window, expected) => {
    expect(findActiveIndex(tops, window)).toBe(expected)
  })
})

describe('Contents', () => {
  const items = [
    { id: 'a', text: 'First', level: 0 },
    { id: 'b', text: 'Second', level: 1 },
    { id: 'c', text: 'Third', level: 0 },
  ]
  let scrolled = 0

  beforeAll(() => watchContents())

  // Simulates the layout of three headings at intervals of 1000 pixels in a document of 4000 pixels.
  beforeEach(() => {
    vi.useFakeTimers()
    scrolled = 0
    for (const [index, { id }] of items.entries()) {
      const heading = document.createElement('h2')
      heading.id = id
      heading.getClientRects = () => [new DOMRect(0, 1000 * (index + 1) - scrolled, 100, 20)] as unknown as DOMRectList
      document.body.append(heading)
    }
    vi.spyOn(document.documentElement, 'scrollTop', 'get').mockImplementation(() => scrolled)
    vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(800)
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(4000)
  })

  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    document.body.replaceChildren()
  })

  const scrollTo = (top: number) => {
    scrolled = top
    window.dispatchEvent(new Event('scroll'))
  }
  const getCurrent = () => document.querySelector('[aria-current="location"]')?.textContent

  test('links to every heading', () => {
    render(<Contents items={items} messages={getPageMessages('en').contents} />)
    expect(
      within(screen.getByRole('list'))
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['First', '#a'],
      ['Second', '#b'],
      ['Third', '#c'],
    ])
    expect(getCurrent()).toBeUndefined()
  })

  test('updates the current heading on scrolling, at most every 100 ms [N-350]', () => {
    render(<Contents items={items} messages={getPageMessages('en').contents} />)
    scrollTo(900)
    scrollTo(1900)
    act(() => vi.advanceTimersByTime(99))
    expect(getCurrent()).toBeUndefined()
    act(() => vi.advanceTimersByTime(1))
    expect(getCurrent()).toBe('Second')
    scrollTo(0)
    act(() => vi.advanceTimersByTime(100))
    expect(getCurrent()).toBeUndefined()
  })

  test('shows the current section in the bar', () => {
    render(<Contents items={items} messages={getPageMessages('en').contents} />)
    const bar = screen.getByRole('navigation', { name: 'On this page' })
    expect([bar.querySelector('summary')?.textContent, bar.hasAttribute('data-reading')]).toEqual(['Contents', false])
    scrollTo(1900)
    act(() => vi.advanceTimersByTime(100))
    expect(bar.querySelector('summary')?.textContent).toBe('ContentsSecond')
    expect(bar.hasAttribute('data-reading')).toBe(true)
    expect(screen.getByRole('link', { name: 'Back to top' }).getAttribute('href')).toBe('#content')
  })

  test('closes on a click on one of its links, because it covers the text', () => {
    render(<Contents items={items} messages={getPageMessages('en').contents} />)
    const fold = document.querySelector('details')
    for (const name of ['Second', 'Back to top']) {
      fold?.setAttribute('open', '')
      fireEvent.click(screen.getByText(name))
      expect(fold?.open, name).toBe(false)
    }
  })

  test('closes on Escape, and when the focus moves to covered content', () => {
    render(
      <>
        <Contents items={items} messages={getPageMessages('en').contents} />
        <a href="/text">In the text</a>
      </>,
    )
    const fold = document.querySelector('details')
    const link = screen.getByText('Second')
    fold?.setAttribute('open', '')
    screen.getByText('Third').focus()
    // Safari does not focus a clicked link.
    screen.getByText('Third').blur()
    expect(fold?.open).toBe(true)
    screen.getByText('In the text').focus()
    expect(fold?.open).toBe(false)
    fold?.setAttribute('open', '')
    fireEvent.keyDown(link, { key: 'Escape' })
    expect(fold?.open).toBe(false)
  })

  test('is in the given language', () => {
    render(<Contents items={items} messages={getPageMessages('zh-CN').contents} />)
    expect(screen.getByRole('navigation', { name: '本页内容' }).textContent).toContain('返回顶部')
  })

  test('marks the last heading at the end of the document', () => {
    render(<Contents items={items} messages={getPageMessages('en').contents} />)
    scrollTo(3200)
    act(() => vi.advanceTimersByTime(100))
    expect(getCurrent()).toBe('Third')
  })
})
