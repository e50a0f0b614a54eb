import 'server-only'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import PQueue from 'p-queue'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { readTextOrEmpty } from '../snapshot/regular-file'
import { writeFileAtomically } from '../snapshot/write-file-atomically'
import { isObject } from '../workspace/values'

/** Anyone may send a token while the webhook is not set up. The newest are kept: Notion sends its own again on request. */
const MAX_TOKENS = 20
/** The maximum number of new tokens of one client per `duration` in seconds, so that no client can replace all others. */
const FROM_ONE_CLIENT = { points: 5, duration: 3600 }

/** A verification token that was received while none was set. */
export interface ReceivedToken {
  token: string
  /** Milliseconds since 1970. */
  at: number
}

const getFile = (stateDir: string) => path.join(stateDir, 'webhooks', 'verification.json')

/** Returns the verification tokens received since the webhook was last set up, oldest first. They are secrets of the operator. */
export async function readReceivedTokens(stateDir: string): Promise<ReceivedToken[]> {
  try {
    const value: unknown = JSON.parse(await readTextOrEmpty(getFile(stateDir)))
    return Array.isArray(value) ? value.filter(isReceived) : []
  } catch {
    return []
  }
}

/** Receives verification tokens one at a time, because each changes the same file. */
export class TokenReceiver {
  readonly #limit = new RateLimiterMemory(FROM_ONE_CLIENT)
  readonly #queue = new PQueue({ concurrency: 1 })

  constructor(readonly stateDir: string) {}

  /** Stores a token for the operator. `new`: the caller must log it; `refused`: this client has sent too many. */
  receive(token: string, client: string): Promise<'new' | 'known' | 'refused'> {
    return this.#queue.add(async () => {
      const known = await readReceivedTokens(this.stateDir)
      if (known.some((each) => each.token === token)) return 'known'
      const isAllowed = await this.#limit.consume(client).then(
        () => true,
        () => false,
      )
      if (!isAllowed) return 'refused'
      const newest = [...known, { token, at: Date.now() }].slice(-MAX_TOKENS)
      await writeFileAtomically(getFile(this.stateDir), JSON.stringify(newest))
      return 'new'
    })
  }
}

/** Removes the received tokens after the webhook is set up. */
export async function removeReceivedTokens(stateDir: string): Promise<void> {
  await rm(getFile(stateDir), { force: true })
}

function isReceived(value: unknown): value is ReceivedToken {
  return isObject(value) && typeof value.token === 'string' && typeof value.at === 'number'
}
