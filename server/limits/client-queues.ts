import type { IncomingMessage, ServerResponse } from 'node:http'
import PQueue from 'p-queue'
import { onceClosed } from './open-requests'

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
   * Calls `handle` in the client's turn, unless the response or the connection is closed by then. Returns false if too many requests of the
   * client are waiting.
   */
  add(client: string, request: IncomingMessage, response: ServerResponse, handle: () => void): boolean {
    const queue = this.#queues.get(client) ?? this.#open(client)
    if (queue.size >= this.maxWaiting) return false
    const closed = new AbortController()
    const whenClosed = new Promise<void>((resolve) => {
      onceClosed(request, response, () => {
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

  /** Number of requests of all clients that are handled, and that wait for their turn. */
  count(): { handled: number; waiting: number } {
    const queues = [...this.#queues.values()]
    return {
      handled: queues.reduce((sum, { pending }) => sum + pending, 0),
      waiting: queues.reduce((sum, { size }) => sum + size, 0),
    }
  }
}
