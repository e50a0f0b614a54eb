import type { ServerResponse } from 'node:http'
import { setImmediate as afterEvents, setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'

/** At most one request of a client begins in this time, so that those of others are handled, and their connections accepted, in between. */
const START_INTERVAL_MS = 5
/**
 * How long a client that leaves keeps its place. The work for its request does not end with the connection, so clients that leave at once
 * could have any number of requests handled concurrently.
 */
const ABANDONED_MS = 250

/**
 * Handles a few requests of each client concurrently. The client's other requests wait, so that one client cannot fill the queue that all
 * clients share.
 */
export class ClientQueues {
  readonly #queues = new Map<string, PQueue>()

  constructor(
    /** Concurrent requests. More would not finish earlier, because one thread renders, and would delay other clients. */
    readonly atOnce = 4,
    /** Waiting requests. Each occupies a connection and memory. */
    readonly maxWaiting = 250,
    readonly abandonedMs = ABANDONED_MS,
  ) {}

  /**
   * Calls `handle` in the client's turn, unless the response is closed by then. Returns false if too many requests of the client are waiting.
   */
  add(client: string, response: ServerResponse, handle: () => void): boolean {
    const queue = this.#queues.get(client) ?? this.#open(client)
    if (queue.size >= this.maxWaiting) return false
    const leaving = new AbortController()
    let begun = false
    const closed = new Promise<void>((resolve) => {
      response.once('close', () => {
        resolve()
        if (!begun) leaving.abort()
      })
    })
    const handleUntilClosed = async () => {
      begun = true
      // The end of the connection of a client that sent the request and left arrives with the next events.
      await afterEvents()
      await afterEvents()
      if (response.destroyed || response.req.socket.readableEnded) return
      handle()
      await closed
      if (!response.writableEnded) await pause(this.abandonedMs, undefined, { ref: false })
    }
    // Rejects if the response is closed before its turn.
    queue.add(handleUntilClosed, { signal: leaving.signal }).catch(() => {})
    return true
  }

  #open(client: string): PQueue {
    const queue = new PQueue({ concurrency: this.atOnce, interval: START_INTERVAL_MS, intervalCap: 1 })
    queue.on('idle', () => this.#queues.delete(client))
    this.#queues.set(client, queue)
    return queue
  }

  /** Number of clients with requests. */
  get clients(): number {
    return this.#queues.size
  }

  /** Number of requests of all clients that are handled, and that wait for their turn. */
  count(): { handled: number; waiting: number } {
    const queues = [...this.#queues.values()]
    return {
      handled: queues.reduce((sum, { pending }) => sum + pending, 0),
      waiting: queues.reduce((sum, { size }) => sum + size, 0),
    }
  }
}
