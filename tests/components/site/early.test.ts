import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHeadScript } from '@/components/site/head-script'
import { replay } from '@/islands/hold'

const cancelled = vi.fn()
const handled: string[] = []

beforeEach(() => {
  cancelled.mockClear()
  handled.length = 0
  HTMLElement.prototype.animate = () => ({ cancel: cancelled }) as unknown as Animation
  document.body.innerHTML = `
    <button type="button"><span>control</span></button>
    <button type="submit">submit</button>
    <button type="button" popovertarget="menu">menu</button>
    <button type="button" role="tab">tab</button>`
  new Function(createHeadScript(false))()
  document.body.onclick = ({ target, shiftKey }) =>
    void handled.push(`${(target as Element).textContent}${shiftKey ? ' with shift' : ''}`)
  document.body.onkeydown = ({ key }) => void handled.push(key)
})

afterEach(() => {
  window.takeEarlyEvents?.()
  document.body.onclick = null
  document.body.onkeydown = null
})

const press = (key: string, repeat = false) =>
  screen.getByText('tab').dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true }))

test('clicks and keys on controls are held and replayed once each, in order, with their modifiers', async () => {
  screen.getByText('control').click()
  screen.getByText('control').dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }))
  expect(press('ArrowRight')).toBe(false)
  expect(handled).toEqual([])
  replay(window.takeEarlyEvents?.() ?? [])
  // Each has a task of its own.
  expect(handled).toEqual(['control'])
  await vi.waitFor(() => expect(handled).toEqual(['control', 'control with shift', 'ArrowRight']))
  expect(cancelled).toHaveBeenCalledTimes(3)
  screen.getByText('control').click()
  expect(handled).toHaveLength(4)
})

test('a key that is held down counts once', () => {
  press('ArrowRight')
  for (let count = 0; count < 20; count++) press('ArrowRight', true)
  expect(window.takeEarlyEvents?.()).toHaveLength(1)
})

test('clicks on controls that work without script, and other keys, are not held', () => {
  for (const name of ['submit', 'menu']) screen.getByText(name).click()
  press('Tab')
  expect(handled).toEqual(['submit', 'menu', 'Tab'])
})
