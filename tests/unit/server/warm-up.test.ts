import { expect, onTestFinished, test, vi } from 'vitest'
import { warmUpRendering } from '@/server/warm-up'

test('ends at its timeout, even if a request does not settle when it is aborted', async () => {
  vi.stubGlobal('fetch', async () => ({ status: 200, text: () => new Promise(() => {}) }))
  onTestFinished(() => void vi.unstubAllGlobals())
  await expect(warmUpRendering(() => {}, 20)).rejects.toMatchObject({ name: 'TimeoutError' })
})
