import { afterEach, expect, test, vi } from 'vitest'
import { warmUpAfterStart } from '@/server/warm-up'

afterEach(() => void vi.unstubAllGlobals())

/** Returns the addresses that the warm-up requests. */
async function listWarmUpRequests(isOneOfSeveral: boolean): Promise<string[]> {
  const requests: string[] = []
  const html = `<img srcset="/files/a?w=384 384w, https://other.example/b 640w" fetchpriority="high"><img srcset="/files/c 1w">`
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address.replace('http://site.example', ''))
    return new Response(html)
  })
  await warmUpAfterStart('http://site.example', isOneOfSeveral)
  return requests.sort()
}

test('warmUpAfterStart requests the search, and the first images only of a single instance', async () => {
  expect(await listWarmUpRequests(false)).toEqual(['', '/api/search', '/files/a?w=384'])
  expect(await listWarmUpRequests(true)).toEqual(['/api/search'])
})
