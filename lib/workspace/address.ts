const MAX_LENGTH = 65_536
const MAX_DATA_LENGTH = 4_000_000
const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/]+={0,2}$/i
const ATTACHMENT = /^attachment:[0-9a-f-]{32,36}:[^\\/]+$/i
const CUSTOM_EMOJI = /^notion:\/\/custom_emoji\/[0-9a-f-]{32,36}\/([0-9a-f-]{32,36})$/i

/**
 * Returns an address that a browser may follow (http, https, mailto, tel or relative), with spaces and quotes percent-encoded. Returns
 * undefined for any other; the caller then shows text instead of a link.
 */
export function toSafeAddress(value: unknown): string | undefined {
  const address = clean(value)
  if (address === undefined) return undefined
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  const isAllowed = scheme === undefined ? isRelative(address) : isAbsolute(scheme, address)
  return isAllowed ? address.replace(/[\s"<>`]/gu, encodeURIComponent) : undefined
}

/** Like {@link toSafeAddress}, but also allows Notion's `attachment:` addresses, which are never sent to browsers. */
export function toSafeFileAddress(value: unknown): string | undefined {
  const address = clean(value)
  return address !== undefined && ATTACHMENT.test(address) ? address : toSafeAddress(address)
}

/**
 * Like {@link toSafeFileAddress}, but without mailto and tel, and with small raster images as `data:` addresses. Characters that would end
 * a `url()` in CSS are percent-encoded.
 */
export function toSafeImageAddress(value: unknown): string | undefined {
  if (typeof value === 'string' && DATA_IMAGE.test(value.slice(0, MAX_DATA_LENGTH + 1))) {
    return value.length <= MAX_DATA_LENGTH ? value : undefined
  }
  const address = toSafeFileAddress(value)
  if (address === undefined || /^(?:mailto:|tel:|[#?])/i.test(address)) return undefined
  if (ATTACHMENT.test(address)) return address
  return address.replace(/['()]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
}

/** Returns an icon: the address of an image, the `notion://` address of a custom emoji, or an emoji or a few letters unchanged. */
export function toSafeIcon(value: unknown): string | undefined {
  const icon = clean(value)
  if (icon === undefined || CUSTOM_EMOJI.test(icon)) return icon
  if (/[:/\\]/.test(icon)) return toSafeImageAddress(icon)
  return icon.length <= 32 ? icon : undefined
}

/** Percent-decodes a text. Returns undefined if it is malformed. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Returns the id in the address of a custom emoji; undefined for any other icon. */
export function findCustomEmojiId(icon: unknown): string | undefined {
  return typeof icon === 'string' ? CUSTOM_EMOJI.exec(icon)?.[1]?.toLowerCase() : undefined
}

/** Returns a trimmed address; undefined if it contains characters that browsers drop or interpret differently. */
function clean(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined
  const address = trimSpaces(value)
  return address === '' || /[\p{Cc}\p{Cs}\uFDD0-\uFDEF\uFFFE\uFFFF\\]/u.test(address) ? undefined : address
}

/** Removes spaces at both ends, as browsers do. Unlike a regular expression, this always takes linear time. */
function trimSpaces(value: string): string {
  let [start, end] = [0, value.length]
  while (isSpace(value, start)) start++
  while (end > start && isSpace(value, end - 1)) end--
  return value.slice(start, end)
}

const isSpace = (value: string, at: number) => at < value.length && ' \n\r\t'.includes(value.charAt(at))

/** Whether an http address has a host, or a mailto or tel address has a recipient. */
function isAbsolute(scheme: string, address: string): boolean {
  if (scheme === 'http' || scheme === 'https') return /^https?:\/\/[^/?#\s]/i.test(address) && URL.canParse(address)
  return (scheme === 'mailto' || scheme === 'tel') && /^[a-z]+:[^/\s]/i.test(address)
}

/** Whether an address is relative: not `//host`, and without a colon or ampersand that a parser could take for a scheme. */
function isRelative(address: string): boolean {
  return !address.startsWith('//') && !/^[^/?#]*[:&]/.test(address)
}

/** Returns a readable file name from the end of an address, with the extension of the detected type. */
export function getServedName(address: string, extension: string): string {
  const path = address.startsWith('attachment:') ? address.replace(/^attachment:[^:]*:/, '') : getPath(address)
  const last = path.split('/').at(-1) ?? ''
  const clean = (decodePercent(last) ?? last)
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, '-')
    .replace(/^[. -]+|(?<![. -])[. -]+$/g, '')
  const stem = clean.replace(/\.[^.]*$/, '').slice(0, 60) || 'file'
  const own = /\.([A-Za-z0-9]{1,8})$/.exec(clean)?.[1]?.toLowerCase()
  const end = extension || own
  return end ? `${stem}.${end}` : stem
}

const getPath = (address: string) => (URL.canParse(address) ? new URL(address).pathname : address)
