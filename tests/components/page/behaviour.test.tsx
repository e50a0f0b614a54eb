// @vitest-environment happy-dom
import './browser'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bodyOf, type Draft } from '../../unit/page/stored-page'
import { hydrated } from './render'

const shown = (...drafts: Draft[]) => hydrated(bodyOf(drafts).blocks)

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
  window.location.hash = ''
})

describe('the copy button', () => {
  const writeText = vi.fn<(text: string) => Promise<void>>()

  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
  })

  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  const press = () => act(async () => screen.getByRole('button').click())
  const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTime(milliseconds))

  it('copies the code and says so for 1.2 seconds', async () => {
    writeText.mockResolvedValue()
    await shown({ type: 'code', title: 'if (a < b) {\n\treturn "c"\n}' })
    await press()
    expect(writeText).toHaveBeenCalledWith('if (a < b) {\n\treturn "c"\n}')
    expect(screen.getByRole('button').textContent).toBe('Copied')
    await pass(1199)
    expect(screen.getByRole('button').textContent).toBe('Copied')
    await pass(1)
    expect(screen.getByRole('button').textContent).toBe('Copy')
  })

  it('says when the browser refuses', async () => {
    writeText.mockRejectedValue(new Error('denied'))
    await shown({ type: 'code', title: 'a' })
    await press()
    expect(screen.getByRole('button').textContent).toBe('Copy failed')
  })
})

describe('a YouTube video', () => {
  it('loads nothing of the player before it is asked for, then plays', async () => {
    const { container } = await shown({
      type: 'video',
      properties: { source: 'https://youtu.be/aqz-KE-bpKQ?t=90&mute=1' },
      format: { link_title: 'Film' },
    })
    expect(container.querySelector('iframe')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Play: Film' }))
    expect(container.querySelector('iframe')?.getAttribute('src')).toBe(
      'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&mute=1&start=90',
    )
  })
})

describe('an image', () => {
  const image: Draft = { type: 'image', properties: { source: 'https://example.com/a.png', alt_text: 'A view' } }

  it('keeps its place and its words when it fails', async () => {
    await shown(image)
    const picture = screen.getByAltText('A view')
    fireEvent.error(picture)
    expect(screen.getByAltText('A view').dataset.state).toBe('failed')
  })

  it('shows its preview only until it has loaded', async () => {
    const preview = 'data:image/png;base64,AAAA'
    await hydrated([['image', 0, 0, { src: 'https://example.com/a.png', alt: 'A view', preview }]])
    expect(screen.getByAltText('A view').style.backgroundImage).toContain(preview)
    fireEvent.load(screen.getByAltText('A view'))
    expect(screen.getByAltText('A view').style.backgroundImage).toBe('')
  })

  it('can be enlarged, but not where it is a link', async () => {
    const { container } = await shown(image, {
      ...image,
      properties: { source: 'https://example.com/b.png', caption: 'https://example.com/' },
    })
    // Nothing has a size without a layout.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 150))
    expect(container.querySelector('[data-rmiz]')).toBeNull()
    for (const picture of screen.getAllByAltText('A view')) fireEvent.load(picture)
    const [enlarge, ...others] = container.querySelectorAll('.picture-button')
    expect(others).toEqual([])
    expect(container.querySelector('[data-rmiz]')).toBeNull()
    if (enlarge) fireEvent.click(enlarge)
    await waitFor(() => expect(container.querySelectorAll('[data-rmiz]')).toHaveLength(1))
    expect(container.querySelector('a [data-rmiz]')).toBeNull()
  })
})

describe('a link to a place inside toggles', () => {
  const nested: Draft = {
    type: 'toggle',
    title: 'Outer',
    content: [
      {
        type: 'sub_header',
        title: 'Inner',
        format: { toggleable: true },
        content: [{ type: 'header', title: 'Deep' }],
      },
    ],
  }
  const openCount = (container: HTMLElement) => container.querySelectorAll('details[open]').length

  it('opens them, whether it is followed or is where the visitor came from', async () => {
    const { container } = await shown(nested)
    expect(openCount(container)).toBe(0)
    const deep = screen.getByText('Deep').id
    act(() => {
      window.location.hash = `#${deep}`
      window.dispatchEvent(new Event('hashchange'))
    })
    expect(openCount(container)).toBe(2)
    cleanup()
    expect(openCount((await shown(nested)).container)).toBe(2)
  })
})

describe('tabs', () => {
  const tab = (title: string): Draft => ({ type: 'text', title, content: [{ type: 'text', title: `In ${title}` }] })
  const selected = () => screen.getByRole('tab', { selected: true })

  it('show one panel at a time and follow the arrow keys', async () => {
    await shown({ type: 'tab', content: [tab('One'), tab('Two'), tab('Three')] })
    expect(screen.getByRole('tabpanel').textContent).toBe('In One')
    fireEvent.click(screen.getByRole('tab', { name: 'Two' }))
    expect(screen.getByRole('tabpanel').textContent).toBe('In Two')
    fireEvent.keyDown(selected(), { key: 'End' })
    expect(selected().textContent).toBe('Three')
    expect(document.activeElement).toBe(selected())
    fireEvent.keyDown(selected(), { key: 'ArrowLeft' })
    expect(selected().textContent).toBe('Two')
  })
})
