import { decodePercent } from '../../workspace/address'
import { toUuid } from '../../workspace/ids'
import type { Loss } from '../../workspace/losses'
import type { Id } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import { createTables, type Tables } from '../tables'

/** The address of an upload: space, file and file name. */
const UPLOAD = /^\/[0-9a-f-]{36}\/([0-9a-f-]{36})\/([^/]+)$/i

/**
 * Collects what converted objects refer to: records of people and custom emoji, and the signed addresses of uploads. A record map
 * contains an upload under a name that never changes, which is also the one that the private API returns.
 */
export class Conversion {
  readonly tables: Tables = createTables()
  /** What the converted objects have in Notion and the API does not return. */
  readonly losses = new Set<Loss>()

  /** `signedAddresses` maps the address of an upload in the record map to one from which it can be loaded for an hour. */
  constructor(readonly signedAddresses: Map<string, string> = new Map()) {}

  /** Returns the address of an image or file object for a record map; undefined if there is none. */
  readFile(value: unknown): string | undefined {
    if (!isObject(value)) return undefined
    const upload = isObject(value.file) ? value.file.url : undefined
    if (typeof upload === 'string') return this.#nameUpload(upload)
    const external = isObject(value.external) ? value.external.url : undefined
    return typeof external === 'string' && external !== '' ? external : undefined
  }

  /** Returns an icon for a record map: an emoji, or the address of an image. */
  readIcon(value: unknown): string | undefined {
    if (!isObject(value)) return undefined
    if (typeof value.emoji === 'string') return value.emoji
    if (isObject(value.custom_emoji)) {
      const id = this.addEmoji(value.custom_emoji)
      return id === undefined ? undefined : `notion://custom_emoji/${id}/${id}`
    }
    const { icon } = value
    if (isObject(icon) && typeof icon.name === 'string' && typeof icon.color === 'string') {
      return `/icons/${encodeURIComponent(icon.name)}_${encodeURIComponent(icon.color)}.svg`
    }
    return this.readFile(value)
  }

  /** Adds the record of a custom emoji. Returns its id. */
  addEmoji({ id: given, name, url }: Fields): Id | undefined {
    const id = toUuid(given)
    if (id === undefined || typeof url !== 'string') return undefined
    this.tables.custom_emoji.set(id, { id, name, url: this.#nameUpload(url) })
    return id
  }

  /** Adds the record of a person, if there is a name. Returns the id. */
  addUser(value: unknown): Id | undefined {
    if (!isObject(value)) return undefined
    const id = toUuid(value.id)
    if (id !== undefined && typeof value.name === 'string') this.tables.notion_user.set(id, { id, name: value.name })
    return id
  }

  #nameUpload(address: string): string | undefined {
    if (!URL.canParse(address)) return undefined
    const url = new URL(address)
    if (!/[?&]X-Amz-/i.test(url.search)) return address
    const [, id, name = ''] = UPLOAD.exec(url.pathname) ?? []
    const lasting =
      id === undefined
        ? `${url.origin}${url.pathname}`
        : `attachment:${id.toLowerCase()}:${decodePercent(name) ?? name}`
    this.signedAddresses.set(lasting, address)
    return lasting
  }
}
