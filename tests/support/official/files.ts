import { createHmac, randomBytes } from 'node:crypto'
import type { HostedData } from '../hosted/data'
import { readString } from './records'
import type { Cover, Icon } from './shapes'
import type { SignedFile, VisibleWorkspace } from './visible-workspace'

const SITE = 'https://www.notion.so'
const UPLOAD = /^https:\/\/(?:prod-files-secure|secure\.notion-static|s3[.-][\w.-]*)[\w.-]*\.amazonaws\.com\//

/** Whether a file was uploaded to the workspace. Addresses of such files are signed. */
const isUpload = (address: string): boolean => address.startsWith('attachment:') || UPLOAD.test(address)

/** Signs addresses of uploads. Each response has other signatures, as with the real API. */
export class SignedFiles {
  readonly #key = randomBytes(16)
  readonly #addresses = new Map<string, string>()
  /** Lifetime of signed addresses in seconds. */
  lifetimeSeconds = 3600

  constructor(
    readonly data: HostedData,
    readonly origin: () => string,
  ) {}

  sign(address: string): SignedFile {
    const path = this.#getPath(address)
    this.#addresses.set(path, address)
    const expires = Date.now() + this.lifetimeSeconds * 1000
    const token = randomBytes(8).toString('hex')
    const query = new URLSearchParams({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Expires': String(expires),
      'X-Amz-Security-Token': token,
      'X-Amz-Signature': this.#createSignature(path, expires, token),
    })
    return { url: `${this.origin()}${path}?${query}`, expiry_time: new Date(expires).toISOString() }
  }

  /** Returns the file at a signed address, `refused` if the signature is wrong or has expired, or undefined if no such address was signed. */
  open({ pathname, searchParams }: URL): { path: string; type: string } | 'refused' | undefined {
    const address = this.#addresses.get(pathname)
    if (address === undefined) return undefined
    const expires = Number(searchParams.get('X-Amz-Expires'))
    const token = searchParams.get('X-Amz-Security-Token') ?? ''
    const isSigned = searchParams.get('X-Amz-Signature') === this.#createSignature(pathname, expires, token)
    return isSigned && Date.now() < expires ? (this.data.files.get(address) ?? 'refused') : 'refused'
  }

  /** Returns the path of an upload, `/<workspace>/<file>/<name>`. Record maps store it as `attachment:<file>:<name>`. */
  #getPath(address: string): string {
    const [, file, name = ''] = /^attachment:([^:]+):(.*)$/s.exec(address) ?? []
    if (file === undefined) return new URL(address).pathname
    return `/${this.data.space}/${file}/${encodeURIComponent(name)}`
  }

  #createSignature(path: string, expires: number, token: string): string {
    return createHmac('sha256', this.#key).update(`${path} ${expires} ${token}`).digest('hex')
  }
}

export type FileReference =
  | { type: 'external'; external: { url: string } }
  | { type: 'file'; file: { url: string; expiry_time: string } }

export function toFile(address: string, workspace: VisibleWorkspace): FileReference {
  if (isUpload(address)) return { type: 'file', file: workspace.sign(address) }
  return { type: 'external', external: { url: address.startsWith('/') ? `${SITE}${address}` : address } }
}

export function toCover(value: unknown, workspace: VisibleWorkspace): Cover | null {
  const address = readString(value)
  return address === undefined ? null : toFile(address, workspace)
}

export function toIcon(value: unknown, workspace: VisibleWorkspace): Icon | null {
  const icon = readString(value)
  if (icon === undefined) return null
  const [, emoji] = /^notion:\/\/custom_emoji\/[^/]+\/([^/]+)$/.exec(icon) ?? []
  if (emoji !== undefined) return { type: 'custom_emoji', custom_emoji: toCustomEmoji(emoji, workspace) }
  const [, name, color] = /^\/icons\/(.+)_([a-z]+)\.svg/.exec(icon) ?? []
  if (name !== undefined && color !== undefined) {
    return { type: 'icon', icon: { name, color: color as 'gray' } }
  }
  if (/^(?:https?:|attachment:|\/)/.test(icon)) return toFile(icon, workspace)
  return { type: 'emoji', emoji: icon }
}

export function toCustomEmoji(id: string, workspace: VisibleWorkspace): { id: string; name: string; url: string } {
  const known = workspace.data.custom_emoji.get(id)
  const address = readString(known?.url)
  const url =
    address === undefined ? `${SITE}/images/missing.png` : isUpload(address) ? workspace.sign(address).url : address
  return { id, name: readString(known?.name) ?? 'emoji', url }
}
