import 'server-only'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import PQueue from 'p-queue'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { writeWhole } from '../snapshot/write-whole'
import { isObject } from '../workspace/values'

/** Anyone may send a token while the webhook is not set up. The newest are kept: Notion sends its own again on request. */
const MOST = 20
/** New tokens of one client in so many seconds, so that no single client can replace or hide the others. */
const FROM_ONE_CLIENT = { points: 5, duration: 3600 }

/** A verification token that was received while none was set. */
export interface ReceivedToken {
  token: string
  /** Milliseconds since 1970. */
  at: number
}

const fileIn = (stateDir: string) => path.join(stateDir, 'webhooks', 'verification.json')

/** Returns the verification tokens that were received since the webhook was last set up, oldest first; only for the operator. */
export async function receivedTokens(stateDir: string): Promise<ReceivedToken[]> {
  try {
    const value: unknown = JSON.parse(await readFile(fileIn(stateDir), 'utf8'))
    return Array.isArray(value) ? value.filter(isReceived) : []
  } catch {
    return []
  }
}

/** Receives verification tokens, one after the other, because each changes the same file. */
export class TokenReceiver {
  readonly #limit = new RateLimiterMemory(FROM_ONE_CLIENT)
  readonly #queue = new PQueue({ concurrency: 1 })

  constructor(readonly stateDir: string) {}

  /** Keeps a token for the operator. `new`: it must be logged; `refused`: this client sent too many. */
  receive(token: string, client: string): Promise<'new' | 'known' | 'refused'> {
    return this.#queue.add(async () => {
      const known = await receivedTokens(this.stateDir)
      if (known.some((each) => each.token === token)) return 'known'
      const isAllowed = await this.#limit.consume(client).then(
        () => true,
        () => false,
      )
      if (!isAllowed) return 'refused'
      const newest = [...known, { token, at: Date.now() }].slice(-MOST)
      await writeWhole(fileIn(this.stateDir), JSON.stringify(newest))
      return 'new'
    })
  }
}

/** Removes the received tokens: the webhook is set up. */
export async function forgetTokens(stateDir: string): Promise<void> {
  await rm(fileIn(stateDir), { force: true })
}

function isReceived(value: unknown): value is ReceivedToken {
  return isObject(value) && typeof value.token === 'string' && typeof value.at === 'number'
}
