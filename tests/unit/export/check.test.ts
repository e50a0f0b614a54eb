import { expect, test } from 'vitest'
import { findExceededLimits } from '@/cli/lib/export/export-site'
import { HOSTS, type Host } from '@/cli/lib/export/hosts'

/** Returns the exceeded limits of an export with files of these sizes. */
function check(host: Host, sizes: number[]) {
  const files = sizes.map((_, at) => `${at}.html`)
  return findExceededLimits({ files, size: async (file) => sizes[Number.parseInt(file, 10)] ?? 0 }, host)
}

test.each<[Host, number[]]>([
  ['cloudflare', Array<number>(20_000).fill(1)],
  ['cloudflare', [25 * 2 ** 20]],
  ['github', [1_000_000_000]],
])('%s accepts an export at its limits', async (host, sizes) => {
  expect(await check(host, sizes)).toEqual([])
})

test.each<[Host, number[], string]>([
  ['cloudflare', Array<number>(20_001).fill(1), '20001 files, but cloudflare takes 20000'],
  ['cloudflare', [1, 25 * 2 ** 20 + 1], '1.html has 26214401 bytes, but cloudflare takes 26214400 in a file'],
  ['github', [500_000_000, 500_000_001], '1000000001 bytes, but github takes 1000000000'],
])('%s rejects an export above its limits, which are reported', async (host, sizes, problem) => {
  expect(await check(host, sizes)).toEqual([expect.stringContaining(problem)])
})

test.each(HOSTS)('a small export is within the limits of %s', async (host) => {
  expect(await check(host, [1, 2, 3])).toEqual([])
})
