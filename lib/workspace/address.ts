const LONGEST = 65_536
const LONGEST_DATA = 4_000_000
const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/]+={0,2}$/i
const ATTACHMENT = /^attachment:[0-9a-f-]{32,36}:[^\\/]+$/i
const CUSTOM_EMOJI = /^notion:\/\/custom_emoji\/[0-9a-f-]{32,36}\/([0-9a-f-]{32,36})$/i

/**
 * The address when a browser may follow it, with spaces and quotes percent-encoded: http, https, mailto, tel, and relative ones.
 * Undefined for everything else; the caller then shows text instead of a link.
 */
export function toSafeAddress(value: unknown): string | undefined {
  const address = clean(value)
  if (address === undefined) return undefined
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  const isAllowed = scheme === undefined ? isRelative(address) : isAbsolute(scheme, address)
  return isAllowed ? address.replace(/[\s"<>`]/gu, encodeURIComponent) : undefined
}

/** Like {@link toSafeAddress}, and the workspace's own `attachment:` addresses, which a browser never sees. */
export function toSafeFileAddress(value: unknown): string | undefined {
  const address = clean(value)
  return address !== undefined && ATTACHMENT.test(address) ? address : toSafeAddress(address)
}

/**
 * Like {@link toSafeFileAddress} without mail and telephone, and small raster images in the address itself. Characters
 * that would end a `url()` in a style are percent-encoded.
 */
export function toSafeImageAddress(value: unknown): string | undefined {
  if (typeof value === 'string' && DATA_IMAGE.test(value.slice(0, LONGEST_DATA + 1))) {
    return value.length <= LONGEST_DATA ? value : undefined
  }
  const address = toSafeFileAddress(value)
  if (address === undefined || /^(?:mailto:|tel:|[#?])/i.test(address)) return undefined
  if (ATTACHMENT.test(address)) return address
  return address.replace(/['()]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
}

/** An icon: the address of an image, a custom emoji's `notion://` address, or an emoji or a few letters as they are. */
export function toSafeIcon(value: unknown): string | undefined {
  const icon = clean(value)
  if (icon === undefined || CUSTOM_EMOJI.test(icon)) return icon
  if (/[:/\\]/.test(icon)) return toSafeImageAddress(icon)
  return icon.length <= 32 ? icon : undefined
}

/** A part of an address as people read it, percent-decoded; undefined where that cannot be done. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The emoji's id in an icon that is a custom emoji. */
export function findCustomEmojiId(icon: unknown): string | undefined {
  return typeof icon === 'string' ? CUSTOM_EMOJI.exec(icon)?.[1]?.toLowerCase() : undefined
}

/** Trimmed, when it has nothing in it that browsers drop or read in their own way. */
function clean(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST) return undefined
  const address = trimSpaces(value)
  return address === '' || /[\p{Cc}\p{Cs}\uFDD0-\uFDEF\uFFFE\uFFFF\\]/u.test(address) ? undefined : address
}

/** Without the spaces that browsers drop at both ends. An expression would start again at each of many that are in the middle. */
function trimSpaces(value: string): string {
  let [start, end] = [0, value.length]
  while (isSpace(value, start)) start++
  while (end > start && isSpace(value, end - 1)) end--
  return value.slice(start, end)
}

const isSpace = (value: string, at: number) => at < value.length && ' \n\r\t'.includes(value.charAt(at))

/** A host, or something that mail and telephone programs can use. */
function isAbsolute(scheme: string, address: string): boolean {
  if (scheme === 'http' || scheme === 'https') return /^https?:\/\/[^/?#\s]/i.test(address) && URL.canParse(address)
  return (scheme === 'mailto' || scheme === 'tel') && /^[a-z]+:[^/\s]/i.test(address)
}

/** Not `//host`, and nothing before the first slash that some reader of HTML or Markdown could take for a scheme. */
function isRelative(address: string): boolean {
  return !address.startsWith('//') && !/^[^/?#]*[:&]/.test(address)
}
