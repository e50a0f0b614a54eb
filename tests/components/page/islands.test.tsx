import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mountIslands } from '@/islands/mount'
import { collection } from '../collection/support'
import { renderBodyElement, renderHydrated } from './render'
import { windowView } from './view'

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a database that fails keeps its HTML, and the controls of the page respond', async () => {
  const content = document.body.appendChild(renderBodyElement([{ type: 'collection', data: collection() }]))
  const script = content.querySelector('script[data-islands]')
  const database = content.querySelector('[data-island=collection]')
  const before = database?.innerHTML
  if (script) script.textContent = '[{"views":0}]'
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  // In `act`, React throws errors of a root instead of reporting them.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const unmount = mountIslands(content)
  database?.dispatchEvent(new Event('intent', { bubbles: true }))
  await waitFor(() => expect(reported).toHaveBeenCalled())
  expect(database?.innerHTML).toBe(before)
  expect(before).toContain('Row 0')
  unmount()
})

test('a picture that is clicked twice is enlarged once', async () => {
  windowView(0)
  const { container } = await renderHydrated([{ type: 'image', src: 'https://example.com/a.png', alt: 'A view' }])
  const button = screen.getByRole('button', { name: 'Enlarge the picture: A view' })
  fireEvent.click(button)
  fireEvent.click(button)
  const place = await waitFor(() => container.querySelector('[data-rmiz]') ?? expect.fail('It is not enlarged yet'))
  await act(async () => new Promise(setImmediate))
  expect(document.querySelectorAll('[data-rmiz-modal]')).toHaveLength(1)
  expect(place.isConnected).toBe(true)
})
