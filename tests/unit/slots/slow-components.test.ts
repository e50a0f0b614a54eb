import { afterEach, expect, test, vi } from 'vitest'
import { getRuntime } from '@/lib/runtime'
import { leaveOutComponent, listSlowComponents } from '@/lib/slots/slow-components'

afterEach(() => {
  vi.useRealTimers()
  delete getRuntime().slowComponents
})

test('a component that takes too long again is left out for twice the time', () => {
  vi.useFakeTimers()
  for (const minutes of [10, 20, 40]) {
    leaveOutComponent('components/Footer.tsx', 600_000)
    vi.advanceTimersByTime(minutes * 60_000 - 1)
    expect(listSlowComponents()).toEqual(['components/Footer.tsx'])
    vi.advanceTimersByTime(1)
    expect(listSlowComponents()).toEqual([])
  }
})
