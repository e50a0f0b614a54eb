import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyOnClick } from '@/islands/site/copy'
import { type BlockInit, prepareTestBody } from '../../unit/page/stored-page'
import { renderHydrated } from './render'

const show = (...blockInits: BlockInit[]) => renderHydrated(prepareTestBody(blockInits).blocks)

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
  window.location.hash = ''
})

beforeAll(copyOnClick)

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

  it('copies the code and shows ’Copied’ for 1.2 seconds [N-356]', async () => {
    writeText.mockResolvedValue()
    await show({ type: 'code', title: 'if (a < b) {\n\treturn "c"\n}' })
    await press()
    expect(writeText).toHaveBeenCalledWith('if (a < b) {\n\treturn "c"\n}')
    expect(screen.getByRole('button').textContent).toBe('Copied')
    await pass(1199)
    expect(screen.getByRole('button').textContent).toBe('Copied')
    await pass(1)
    expect(screen.getByRole('button').textContent).toBe('Copy')
  })

  it('does not copy lines that are marked as removed', async () => {
    writeText.mockResolvedValue()
    await show({ type: 'code', title: 'a\nb // [!code --]\nc // [!code ++]' })
    await press()
    expect(writeText).toHaveBeenCalledWith('a\nc')
  })

  it('shows an error if the browser denies clipboard access, also to screen readers [N-357]', async () => {
    writeText.mockRejectedValue(new Error('denied'))
    await show({ type: 'code', title: 'a' })
    await press()
    expect(screen.getByRole('button').querySelector('[aria-live=polite]')?.textContent).toBe('Copy failed')
  })
})

describe('a link to a target inside toggles', () => {
  const nested: BlockInit = {
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
  const countOpen = (container: HTMLElement) => container.querySelectorAll('details[open]').length

  it('opens the toggles on a hash change and on page load', async () => {
    const { container } = await show(nested)
    expect(countOpen(container)).toBe(0)
    const deep = screen.getByText('Deep').id
    act(() => {
      window.location.hash = `#${deep}`
      window.dispatchEvent(new Event('hashchange'))
    })
    expect(countOpen(container)).toBe(2)
    document.body.innerHTML = ''
    expect(countOpen((await show(nested)).container)).toBe(2)
  })

  it('opens a toggle that is the target itself and the tab that contains it', async () => {
    const { container } = await show({
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

describe('tab blocks', () => {
  const createTab = (title: string): BlockInit => ({
    type: 'text',
    title,
    content: [{ type: 'text', title: `In ${title}` }],
  })
  const getSelectedTab = () => screen.getByRole('tab', { selected: true })

  it('show one panel at a time and follow the arrow keys', async () => {
    await show({ type: 'tab', content: [createTab('One'), createTab('Two'), createTab('Three')] })
    expect(screen.getByRole('tabpanel').textContent).toBe('In One')
    fireEvent.click(screen.getByRole('tab', { name: 'Two' }))
    expect(screen.getByRole('tabpanel').textContent).toBe('In Two')
    fireEvent.keyDown(getSelectedTab(), { key: 'End' })
    expect(getSelectedTab().textContent).toBe('Three')
    expect(document.activeElement).toBe(getSelectedTab())
    fireEvent.keyDown(getSelectedTab(), { key: 'ArrowLeft' })
    expect(getSelectedTab().textContent).toBe('Two')
    for (const key of ['ArrowRight', 'ArrowRight']) fireEvent.keyDown(getSelectedTab(), { key })
    expect(getSelectedTab().textContent).toBe('One')
  })
})
