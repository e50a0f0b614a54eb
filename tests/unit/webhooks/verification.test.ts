import { expect, test } from 'vitest'
import { forgetTokens, receivedTokens, TokenReceiver } from '@/lib/webhooks/verification'
import { temporaryFolder } from '../../support/folders'

const tokensIn = async (dir: string) => (await receivedTokens(dir)).map(({ token }) => token)

test('keeps each token once until the webhook is set up, also of those that arrive at the same time', async () => {
  const dir = temporaryFolder()
  const receiver = new TokenReceiver(dir)
  const sent = ['secret_0', 'secret_1', 'secret_0', 'secret_2']
  const outcomes = await Promise.all(sent.map((token) => receiver.receive(token, 'client')))
  expect(outcomes).toEqual(['new', 'new', 'known', 'new'])
  expect(await tokensIn(dir)).toEqual(['secret_0', 'secret_1', 'secret_2'])
  await forgetTokens(dir)
  expect(await tokensIn(dir)).toEqual([])
})

test('invented tokens of one client, or of many, do not keep out the one of Notion', async () => {
  const dir = temporaryFolder()
  const receiver = new TokenReceiver(dir)
  const outcomes: string[] = []
  for (let at = 0; at < 7; at++) outcomes.push(await receiver.receive(`secret_${at}`, 'client'))
  expect(outcomes).toEqual(['new', 'new', 'new', 'new', 'new', 'refused', 'refused'])
  for (let at = 0; at < 30; at++) await receiver.receive(`secret_other_${at}`, `client ${at}`)
  expect(await receiver.receive('secret_real', 'Notion')).toBe('new')
  const tokens = await tokensIn(dir)
  expect(tokens).toHaveLength(20)
  expect(tokens.at(-1)).toBe('secret_real')
})
