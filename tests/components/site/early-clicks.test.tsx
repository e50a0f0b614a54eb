import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EarlyClicks } from '@/components/site/early-clicks'
import { createHeadScript } from '@/components/site/head-script'

const cancelled = vi.fn()

beforeEach(() => {
  cancelled.mockClear()
  HTMLElement.prototype.animate = () => ({ cancel: cancelled }) as unknown as Animation
  new Function(createHeadScript(false))()
})

afterEach(() => {
  vi.useRealTimers()
  window.takeEarlyClicks?.()
  cleanup()
  document.body.innerHTML = ''
})

function Counter() {
  const [count, setCount] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        <span>{`clicked ${count}`}</span>
      </button>
      <button type="submit">submit</button>
      <button type="button" popoverTarget="menu">
        menu
      </button>
      <EarlyClicks />
    </>
  )
}

function renderServerDocument(): HTMLElement {
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(<Counter />)
  return container
}

test('clicks before hydration are replayed once each in separate tasks', async () => {
  const container = renderServerDocument()
  screen.getByText('clicked 0').click()
  screen.getByText('clicked 0').click()
  render(<Counter />, { container, hydrate: true })
  expect(await screen.findByText('clicked 2')).toBeDefined()
  expect(cancelled).toHaveBeenCalledTimes(2)
})

test('clicks after hydration are handled at once', async () => {
  vi.useFakeTimers()
  await act(async () => void render(<Counter />, { container: renderServerDocument(), hydrate: true }))
  act(() => screen.getByText('clicked 0').click())
  expect(screen.getByText('clicked 1')).toBeDefined()
  act(() => void vi.runAllTimers())
  expect(screen.getByText('clicked 1')).toBeDefined()
})

test('clicks on controls that work without JavaScript are not recorded', () => {
  renderServerDocument()
  const handleClick = vi.fn()
  document.body.addEventListener('click', handleClick)
  for (const name of ['submit', 'menu']) screen.getByText(name).click()
  expect(handleClick).toHaveBeenCalledTimes(2)
  screen.getByText('clicked 0').click()
  expect(handleClick).toHaveBeenCalledTimes(2)
  document.body.removeEventListener('click', handleClick)
})
