import 'server-only'
import path from 'node:path'
import { readTextOrEmpty } from '../snapshot/regular-file'
import { writeFileAtomically } from '../snapshot/write-file-atomically'

/** The maximum number of ids that are kept; the oldest are removed first. Notion repeats the delivery of an event for at most a day. */
const MAX_EVENTS = 2000

/** Stores the ids of processed events in the state folder, so that a repeated event does nothing, even after a restart. */
export class ProcessedEvents {
  readonly #file: string
  #ids: Promise<Set<string>> | undefined
  #saving: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(stateDir: string) {
    this.#file = path.join(stateDir, 'webhooks', 'events.json')
  }

  /** Runs `work` unless this event was processed before. If it throws, the error is rethrown and the event can be repeated. */
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
      if (ids.size <= MAX_EVENTS) break
      ids.delete(oldest)
    }
    await this.#save(ids)
    return 'done'
  }

  /** Writes the ids. Calls during a write share the next one. */
  #save(ids: ReadonlySet<string>): Promise<void> {
    this.#next ??= this.#saving.then(() => {
      this.#next = undefined
      const saved = writeFileAtomically(this.#file, JSON.stringify([...ids]))
      this.#saving = saved.catch(() => {})
      return saved
    })
    return this.#next
  }

  async #read(): Promise<Set<string>> {
    try {
      const value: unknown = JSON.parse(await readTextOrEmpty(this.#file))
      return new Set(Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [])
    } catch {
      return new Set()
    }
  }
}
