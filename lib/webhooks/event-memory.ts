import 'server-only'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { writeWhole } from '../snapshot/write-whole'

/** Events beyond these are forgotten, oldest first; the workspace tries one again for a day at most. */
const MOST = 2000

/** The ids of events that were taken, in the state folder, so that one that comes again does nothing, after a restart either. */
export class EventMemory {
  readonly #file: string
  #ids: Promise<Set<string>> | undefined
  #saving: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(stateDir: string) {
    this.#file = path.join(stateDir, 'webhooks', 'events.json')
  }

  /** Does the work of an event unless it was done before. What fails is not remembered, and throws. */
  async once(id: string, work: () => Promise<void>): Promise<'done' | 'repeated'> {
    this.#ids ??= this.#read()
    const ids = await this.#ids
    if (ids.has(id)) return 'repeated'
    ids.add(id)
    try {
      await work()
    } catch (error) {
      ids.delete(id)
      throw error
    }
    for (const oldest of ids) {
      if (ids.size <= MOST) break
      ids.delete(oldest)
    }
    await this.#save(ids)
    return 'done'
  }

  /** Those who come while the ids are being written share the next time. */
  #save(ids: ReadonlySet<string>): Promise<void> {
    this.#next ??= this.#saving.then(() => {
      this.#next = undefined
      const saved = writeWhole(this.#file, JSON.stringify([...ids]))
      this.#saving = saved.catch(() => {})
      return saved
    })
    return this.#next
  }

  async #read(): Promise<Set<string>> {
    try {
      const value: unknown = JSON.parse(await readFile(this.#file, 'utf8'))
      return new Set(Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [])
    } catch {
      return new Set()
    }
  }
}
