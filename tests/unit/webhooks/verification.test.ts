import { expect, test } from 'vitest'
import { forgetTokens, receivedTokens, receiveToken } from '@/lib/webhooks/verification'
import { temporaryFolder } from '../../support/folders'

test('the first few keys that come are kept, each once, until the webhook is set up', async () => {
  const dir = temporaryFolder()
  const keys = Array.from({ length: 6 }, (_, at) => `secret_${at}`)
  const outcomes = []
  for (const key of [...keys.slice(0, 2), 'secret_0', ...keys.slice(2)]) outcomes.push(await receiveToken(dir, key))
  expect(outcomes).toEqual(['new', 'new', 'known', 'new', 'new', 'new', 'full'])
  expect((await receivedTokens(dir)).map(({ token }) => token)).toEqual(keys.slice(0, 5))
  await forgetTokens(dir)
  expect(await receivedTokens(dir)).toEqual([])
})
