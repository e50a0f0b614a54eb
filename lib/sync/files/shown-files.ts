import { getNotionFileUrl } from 'notion-utils'
import { collectPictures, getSource, isVideoFile } from '../../workspace/read/sources'
import type { Block, Collection, Id } from '../../workspace/record-map'
import type { StoredPage } from '../../workspace/stored'

/** A file that a page shows. */
export interface ShownFile {
  /** The address in the page's blocks. */
  address: string
  /** A block that shows it. */
  block: Id
  /** Whether it must be a picture. */
  isPicture: boolean
}

/** Blocks whose source is always a file. The source of a video or an embed may also be a page. */
const FILES: ReadonlySet<string> = new Set(['audio', 'file', 'pdf'])
/** The origin of Notion's own icons and covers. */
const PROVIDER = 'https://www.notion.so'

/** Returns the files that a page and the headers of its collections show, each once. */
export function findShownFiles(page: StoredPage, collections: readonly Collection[]): ShownFile[] {
  const found = new Map<string, ShownFile>()
  const add = (address: unknown, block: Id, isPicture: boolean) => {
    if (typeof address !== 'string' || getLoadableAddress(address) === undefined) return
    if (!found.has(address)) found.set(address, { address, block, isPicture })
  }
  for (const block of Object.values(page.blocks)) {
    for (const picture of collectPictures(block)) add(picture, block.id, true)
    for (const address of listFiles(block)) add(address, block.id, false)
  }
  for (const { icon, cover } of collections) for (const picture of [icon, cover]) add(picture, page.id, true)
  for (const emoji of Object.values(page.emojis)) add(emoji, page.id, true)
  return [...found.values()]
}

/** Returns the addresses of the files of a block that may be of any type. */
function listFiles(block: Block): string[] {
  const source = getSource(block) ?? ''
  const isFile =
    block.type === 'video' || block.type === 'embed' ? isUpload(source) || isVideoFile(source) : FILES.has(block.type)
  if (isFile) return [source]
  if (block.type !== 'page') return []
  // A property of type file contains file names with links. Other links are not uploads.
  const links = Object.values(block.properties).flatMap((text) =>
    text.flatMap(([, formats = []]) => formats.flatMap(([kind, value]) => (kind === 'a' ? [value] : []))),
  )
  return links.filter((address): address is string => typeof address === 'string' && isUpload(address))
}

/** Whether a file was uploaded to the workspace, so that its address must be signed. */
export const isUpload = (address: string): boolean => getNotionFileUrl(address) !== undefined

/** Returns the address of a file without its signature, which differs in each response. It identifies the file. */
export function getLastingAddress(address: string): string {
  const upload = getNotionFileUrl(address) ?? address
  return /[?&]X-Amz-/i.test(upload) ? upload.replace(/\?.*$/s, '') : upload
}

/** Returns the absolute address of a file, which must be signed if it is an upload; undefined if it cannot be downloaded. */
export function getLoadableAddress(address: string): string | undefined {
  if (address.startsWith('attachment:')) return address
  if (/^\/(?:icons|images)\//.test(address)) return `${PROVIDER}${address}`
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined
}
