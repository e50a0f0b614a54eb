import { expect, test } from 'vitest'
import { readReceivedTokens, removeReceivedTokens, TokenReceiver } from '@/lib/webhooks/verification'
import { createTemporaryFolder } from '../../support/folders'

const readTokens = async (dir: string) => (await readReceivedTokens(dir)).map(({ token }) => token)

test('stores each token once until the webhook is set up, even if several arrive at the same time', async () => {
  const dir = createTemporaryFolder()
  const receiver = new TokenReceiver(dir)
  const sent = ['secret_0', 'secret_1', 'secret_0', 'secret_2']
  const outcomes = await Promise.all(sent.map((token) => receiver.receive(token, 'client')))
  expect(outcomes).toEqual(['new', 'new', 'known', 'new'])
  expect(await readTokens(dir)).toEqual(['secret_0', 'secret_1', 'secret_2'])
  await removeReceivedTokens(dir)
  expect(await readTokens(dir)).toEqual([])
})

test('forged tokens of one or many clients do not prevent the token of Notion', async () => {
  const dir = createTemporaryFolder()
  const receiver = new TokenReceiver(dir)
  const outcomes: string[] = []
  for (let at = 0; at < 7; at++) outcomes.push(await receiver.receive(`secret_${at}`, 'client'))
  expect(outcomes).toEqual(['new', 'new', 'new', 'new', 'new', 'refused', 'refused'])
  for (let at = 0; at < 30; at++) await receiver.receive(`secret_other_${at}`, `client ${at}`)
  expect(await receiver.receive('secret_real', 'Notion')).toBe('new')
  const tokens = await readTokens(dir)
  expect(tokens).toHaveLength(20)
  expect(tokens.at(-1)).toBe('secret_real')
})
