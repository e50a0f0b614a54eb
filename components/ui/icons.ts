/** Where the workspace's own `/icons/…` live. */
const ICON_HOST = 'https://www.notion.so'

/** No emoji holds more characters than this, or any of these; other texts are addresses that a browser cannot load. */
const EMOJI = /^[^\sa-z<>&"']{1,16}$/iu

/** What an icon of the workspace is to a browser. */
export type IconKind =
  | { kind: 'emoji'; text: string }
  | { kind: 'image'; address: string }
  /** One picture by day, one by night. */
  | { kind: 'pair'; light: string; dark: string }

/** Reads an icon: an emoji, an image's address, or one of the workspace's own; undefined for what cannot be shown. */
export function readIcon(icon: string | undefined): IconKind | undefined {
  if (!icon) return undefined
  if (icon.startsWith('/icons/')) {
    const address = `${ICON_HOST}${icon}`
    return { kind: 'pair', light: `${address}?mode=light`, dark: `${address}?mode=dark` }
  }
  if (/^(?:https:\/\/|\/(?!\/)|data:image\/)/.test(icon)) return { kind: 'image', address: icon }
  return EMOJI.test(icon) ? { kind: 'emoji', text: icon } : undefined
}
