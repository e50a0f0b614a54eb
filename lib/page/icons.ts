import type { ViewContext } from './view-context'

/** The address of a Notion icon in the light theme. The dark theme uses another `mode`. */
const OWN_ICON = /^(https:\/\/www\.notion\.so\/icons\/[^?#]+)\?mode=light$/

/** Matches emoji. Other texts are addresses that a browser cannot load. */
const EMOJI = /^[^\sa-z<>&"']{1,16}$/iu

/** An icon in the browser. */
export type IconKind =
  | { kind: 'emoji'; text: string }
  | { kind: 'image'; address: string }
  /** One picture for each theme. */
  | { kind: 'pair'; light: string; dark: string }

/** Parses an icon: an emoji, or the address of an image. Returns undefined for anything else. */
export function parseIcon(icon: string | undefined): IconKind | undefined {
  if (!icon) return undefined
  const own = OWN_ICON.exec(icon)?.[1]
  if (own !== undefined) return { kind: 'pair', light: icon, dark: `${own}?mode=dark` }
  if (/^(?:https:\/\/|\/(?!\/)|data:image\/)/.test(icon)) return { kind: 'image', address: icon }
  return EMOJI.test(icon) ? { kind: 'emoji', text: icon } : undefined
}

/** Returns an emoji unchanged, and the address of an image as the browser loads it. */
export function getIconAddress(
  icon: string,
  block: string,
  fileAddress: ViewContext['fileAddress'],
): string | undefined {
  return /^(?:\/|\w+:)/.test(icon) ? fileAddress(icon, block, 128) : icon
}
