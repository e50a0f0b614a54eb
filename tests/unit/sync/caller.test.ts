import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { CALL_LIMITS, Caller } from '@/lib/sync/caller'
import { Pace } from '@/lib/sync/pace'
import { createTemporaryFolder } from '@/tests/support/folders'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('a call without a response ends at its timeout, even if garbage is collected meanwhile', async () => {
  const caller = new Caller(new Pace(1000, new AbortController().signal, path.join(createTemporaryFolder(), 'pace')), {
    ...CALL_LIMITS,
    timeout: 500,
    attempts: 1,
  })
  const call = caller.call('urgent', () => new Promise(() => {}), String)
  const collecting = setInterval(collectGarbage, 50)
  await expect(call)
    .rejects.toThrow('no response within 0.5 seconds')
    .finally(() => clearInterval(collecting))
})
