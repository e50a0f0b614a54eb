import { createClient, RESP_TYPES } from '@redis/client'

export type Redis = ReturnType<typeof connectToRedis>

/** A command fails if it cannot be sent within this time. A command that was sent fails only when the connection ends. */
const COMMAND_TIMEOUT_MS = 5000
const CONNECT_TIMEOUT_MS = 3000
/** A connection is closed if it receives nothing for this time, despite pings in between. */
const SILENCE_TIMEOUT_MS = 3 * COMMAND_TIMEOUT_MS
/** The first and the longest pause between attempts to connect. */
const FIRST_PAUSE_MS = 20
const MAX_PAUSE_MS = 2000

/**
 * Returns a client that connects at once, reconnects for as long as the process lives, and returns bytes. Commands fail at once while
 * there is no connection. `log` gets one message when Redis becomes unavailable and one when it is available again.
 * The URL may contain a password, and begins with `rediss:` for TLS.
 */
export function connectToRedis(url: string, log: (message: string) => void) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: COMMAND_TIMEOUT_MS, typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
    pingInterval: COMMAND_TIMEOUT_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      reconnectStrategy: (tries) => Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries, 10), MAX_PAUSE_MS),
    },
  })
  let isUnavailable = false
  client.on('error', (error: unknown) => {
    if (isUnavailable) return
    isUnavailable = true
    log(`Redis at ${removePassword(url)} ${describeError(error)}: check REDIS_URL; it is tried again until it responds`)
  })
  client.on('ready', () => {
    if (isUnavailable) log(`Redis at ${removePassword(url)} responds`)
    isUnavailable = false
  })
  // The error event reports failures.
  client.connect().catch(() => {})
  return client
}

/** Returns an address without its name and password. */
function removePassword(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

function describeError(error: unknown): string {
  const { message, code } = error as { message: string; code?: string }
  // If Redis refuses a connection before the first command is sent, the client throws a TypeError and loses the reply.
  if (error instanceof TypeError || /^(DENIED|ERR max number of clients)/.test(message))
    return 'refuses connections, because of its protected mode or too many clients'
  if (/^(WRONGPASS|NOAUTH|ERR AUTH|NOPERM)/.test(message)) return 'refuses the name or the password'
  if (/^MISCONF|^LOADING/.test(message)) return 'cannot be used yet'
  return `cannot be reached (${code ?? message.replaceAll(/\s+/g, ' ')})`
}
