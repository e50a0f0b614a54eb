/** One of the workspace's own icons, under the address that shows it by day; another mode of the same address is for the night. */
const OWN_ICON = /^(https:\/\/www\.notion\.so\/icons\/[^?#]+)\?mode=light$/

/** No emoji holds more characters than this, or any of these; other texts are addresses that a browser cannot load. */
const EMOJI = /^[^\sa-z<>&"']{1,16}$/iu

/** What an icon of the workspace is to a browser. */
export type IconKind =
  | { kind: 'emoji'; text: string }
  | { kind: 'image'; address: string }
  /** One picture by day, one by night. */
  | { kind: 'pair'; light: string; dark: string }

/** Reads an icon: an emoji, or an image's address; undefined for what cannot be shown. */
export function parseIcon(icon: string | undefined): IconKind | undefined {
  if (!icon) return undefined
  const own = OWN_ICON.exec(icon)?.[1]
  if (own !== undefined) return { kind: 'pair', light: icon, dark: `${own}?mode=dark` }
  if (/^(?:https:\/\/|\/(?!\/)|data:image\/)/.test(icon)) return { kind: 'image', address: icon }
  return EMOJI.test(icon) ? { kind: 'emoji', text: icon } : undefined
}
