import type { ServerResponse } from 'node:http'
import PQueue from 'p-queue'

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
  ) {}

  /**
   * Calls `handle` in the client's turn, unless the response is closed by then. Returns false if too many requests of the client are
   * waiting.
   */
  add(client: string, response: ServerResponse, handle: () => void): boolean {
    const queue = this.#queues.get(client) ?? this.#open(client)
    if (queue.size >= this.maxWaiting) return false
    const closed = new AbortController()
    const whenClosed = new Promise<void>((resolve) => {
      response.once('close', () => {
        resolve()
        closed.abort()
      })
    })
    const handleUntilClosed = () => {
      handle()
      return whenClosed
    }
    // Rejects if the response is closed before its turn.
    queue.add(handleUntilClosed, { signal: closed.signal }).catch(() => {})
    return true
  }

  #open(client: string): PQueue {
    const queue = new PQueue({ concurrency: this.atOnce })
    queue.on('idle', () => this.#queues.delete(client))
    this.#queues.set(client, queue)
    return queue
  }

  /** Number of clients with requests. */
  get clients(): number {
    return this.#queues.size
  }
}
