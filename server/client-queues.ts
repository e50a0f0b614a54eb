import type { ServerResponse } from 'node:http'
import PQueue from 'p-queue'

/**
 * Handles a few requests of each client at the same time; the next ones wait, so that one client cannot fill the queue that all
 * clients share.
 */
export class ClientQueues {
  readonly #queues = new Map<string, PQueue>()

  constructor(
    /** More would finish no sooner, because one thread renders; each can delay other clients. */
    readonly atOnce = 4,
    /** Each one holds a connection and its headers. */
    readonly mostWaiting = 250,
  ) {}

  /**
   * Calls `handle` when it is the client's turn; never, if the response is closed by then. Returns false if too many requests of the
   * client wait already.
   */
  add(client: string, response: ServerResponse, handle: () => void): boolean {
    const queue = this.#queues.get(client) ?? this.#open(client)
    if (queue.size >= this.mostWaiting) return false
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
