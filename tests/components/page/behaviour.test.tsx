import { act, cleanup, fireEvent, screen } from '@testing-library/react'
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

  it('copies the code and shows ’Copied’ for 1.2 seconds', async () => {
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

  it('copies no line that is marked as removed', async () => {
    writeText.mockResolvedValue()
    await shown({ type: 'code', title: 'a\nb // [!code --]\nc // [!code ++]' })
    await press()
    expect(writeText).toHaveBeenCalledWith('a\nc')
  })

  it('shows an error if the browser denies clipboard access', async () => {
    writeText.mockRejectedValue(new Error('denied'))
    await shown({ type: 'code', title: 'a' })
    await press()
    expect(screen.getByRole('button').textContent).toBe('Copy failed')
  })
})

describe('a link to a target inside toggles', () => {
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

  it('opens them on a click and on page load', async () => {
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

  it('opens a toggle that is the target itself, and the tab around it', async () => {
    const { container } = await shown({
      type: 'tab',
      content: [
        { type: 'text', title: 'One' },
        {
          type: 'text',
          title: 'Two',
          content: [{ type: 'toggle', title: 'Deep', content: [{ type: 'text', title: 'in' }] }],
        },
      ],
    })
    const toggle = container.querySelector('details')
    await act(async () => {
      window.location.hash = `#${toggle?.id}`
      window.dispatchEvent(new Event('hashchange'))
    })
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Two')
    expect(toggle?.checkVisibility?.() ?? !toggle?.closest('[hidden]')).toBe(true)
    expect(toggle?.open).toBe(true)
  })
})

describe('prepareTabs', () => {
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
    for (const key of ['ArrowRight', 'ArrowRight']) fireEvent.keyDown(selected(), { key })
    expect(selected().textContent).toBe('One')
  })
})
