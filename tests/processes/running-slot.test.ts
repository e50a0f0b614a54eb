import { expect, test, vi } from 'vitest'
import { createSharedSlot, takeRunningSlot } from '@/lib/slots/running-slot'

test('a new thread forgets the component that ran when the one before it crashed', async () => {
  const slot = createSharedSlot()
  const startThread = () => {
    vi.resetModules()
    vi.doMock('node:worker_threads', () => ({ workerData: { slot } }))
    return import('@/lib/slots/running-slot')
  }
  const crashed = await startThread()
  crashed.trackSlot('components/Header.tsx')
  await startThread()
  expect(takeRunningSlot(slot)).toBeUndefined()
  const next = await startThread()
  next.trackSlot('components/Footer.tsx')
  expect(takeRunningSlot(slot)).toBe('components/Footer.tsx')
  vi.doUnmock('node:worker_threads')
})
