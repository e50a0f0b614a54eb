import { createClient, RESP_TYPES } from '@redis/client'

export type Redis = ReturnType<typeof connectToRedis>

/** A command that could not be sent for so long has failed. Of one that was sent that is known only when the connection ends. */
const ANSWERS_WITHIN_MS = 5000
const CONNECTS_WITHIN_MS = 3000
/** A connection that says nothing for so long, though it was asked in between, has ended. */
const SILENT_FOR_MS = 3 * ANSWERS_WITHIN_MS
/** Between two attempts: at first, and at most. */
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 2000

/**
 * A client that answers with bytes, keeps trying to reach Redis for as long as the process lives, and says once for each time that
 * it is away so, and that it is back. A command fails at once while there is no connection. It starts to connect at once.
 * The URL contains the password, and begins with `rediss:` for TLS.
 */
export function connectToRedis(url: string, tell: (sentence: string) => void) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: ANSWERS_WITHIN_MS, typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
    pingInterval: ANSWERS_WITHIN_MS,
    socket: {
      connectTimeout: CONNECTS_WITHIN_MS,
      socketTimeout: SILENT_FOR_MS,
      reconnectStrategy: (tries) => Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries, 10), LONGEST_PAUSE_MS),
    },
  })
  let isAway = false
  client.on('error', (error: unknown) => {
    if (isAway) return
    isAway = true
    tell(`Redis at ${shown(url)} ${why(error)}: check REDIS_URL; it is tried again until it answers`)
  })
  client.on('ready', () => {
    if (isAway) tell(`Redis at ${shown(url)} answers`)
    isAway = false
  })
  // What goes wrong is told by the event.
  client.connect().catch(() => {})
  return client
}

/** An address without its password. */
function shown(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

function why(error: unknown): string {
  const { message, code } = error as { message: string; code?: string }
  if (/^(WRONGPASS|NOAUTH|ERR AUTH|NOPERM)/.test(message)) return 'refuses the name or the password'
  if (/^MISCONF|^LOADING/.test(message)) return 'cannot be used yet'
  return `cannot be reached (${code ?? message.replaceAll(/\s+/g, ' ')})`
}
