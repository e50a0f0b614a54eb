import 'server-only'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { writeWhole } from '../snapshot/write-whole'
import { isObject } from '../workspace/values'

/** Anyone may send one while the webhook is not set up, so only the first few are kept. */
const MOST = 5

/** A key that came while none was set. */
export interface ReceivedToken {
  token: string
  /** Milliseconds since 1970. */
  at: number
}

const fileIn = (stateDir: string) => path.join(stateDir, 'webhooks', 'verification.json')

/** The keys that were received since the webhook was last set up, oldest first; for the operator's eyes only. */
export async function receivedTokens(stateDir: string): Promise<ReceivedToken[]> {
  try {
    const value: unknown = JSON.parse(await readFile(fileIn(stateDir), 'utf8'))
    return Array.isArray(value) ? value.filter(isReceived) : []
  } catch {
    return []
  }
}

/** Keeps a key for the operator. `new`: it must be shown; `full`: there are too many to keep another. */
export async function receiveToken(stateDir: string, token: string): Promise<'new' | 'known' | 'full'> {
  const known = await receivedTokens(stateDir)
  if (known.some((each) => each.token === token)) return 'known'
  if (known.length >= MOST) return 'full'
  await writeWhole(fileIn(stateDir), JSON.stringify([...known, { token, at: Date.now() }]))
  return 'new'
}

/** Forgets the keys that were received: the webhook is set up. */
export async function forgetTokens(stateDir: string): Promise<void> {
  await rm(fileIn(stateDir), { force: true })
}

function isReceived(value: unknown): value is ReceivedToken {
  return isObject(value) && typeof value.token === 'string' && typeof value.at === 'number'
}
