import type { Id } from '../../workspace/record-map'
import { CallError } from '../errors'
import type { Priority } from '../pace'
import type { FileOfBlock } from '../workspace-source'
import { convertBlock } from './blocks'
import { findObject, type OfficialClient } from './client'
import { Conversion } from './conversion'
import { convertPage } from './pages'

/** Shorter than the hour for which signed addresses are valid, because a download takes time. */
const VALID_MS = 45 * 60_000

/** Addresses from which uploads can be loaded, without those that will soon expire. Each response with a file contains a new one. */
class SignedAddresses extends Map<string, string> {
  readonly #since = new Map<string, number>()

  override set(file: string, address: string): this {
    this.#since.set(file, performance.now())
    return super.set(file, address)
  }

  override get(file: string): string | undefined {
    const age = performance.now() - (this.#since.get(file) ?? Number.NEGATIVE_INFINITY)
    return age < VALID_MS ? super.get(file) : undefined
  }
}

/** Gets the addresses from which uploads can be loaded now. */
export class FileAddresses {
  readonly signedAddresses: Map<string, string> = new SignedAddresses()

  constructor(readonly client: OfficialClient) {}

  /** Returns addresses in the same order; undefined for files that no block shows any more. Throws {@link CallError}. */
  async get(files: readonly FileOfBlock[], priority: Priority): Promise<(string | undefined)[]> {
    const owners = new Set(
      files.filter(({ url }) => this.signedAddresses.get(url) === undefined).map(({ block }) => block),
    )
    for (const owner of owners) await this.#request(owner, priority)
    return files.map(({ url }) => this.signedAddresses.get(url))
  }

  /** Requests the block, page or database that shows a file. The response contains a new signed address. */
  async #request(id: Id, priority: Priority): Promise<void> {
    const conversion = new Conversion(this.signedAddresses)
    const block = await findObject(this.client, `blocks/${id}`, priority)
    if (block !== undefined) convertBlock(block, conversion)
    if (block !== undefined && block.type !== 'child_page' && block.type !== 'child_database') return
    const page = block?.type === 'child_database' ? undefined : await findObject(this.client, `pages/${id}`, priority)
    if (page !== undefined) convertPage(page, conversion)
    else {
      const database = await findObject(this.client, `databases/${id}`, priority)
      conversion.readIcon(database?.icon)
      conversion.readFile(database?.cover)
    }
  }
}
