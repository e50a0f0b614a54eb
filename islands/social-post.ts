import { isDark } from './site/color-scheme'

/** The height of a post in CSS pixels. */
const MIN_HEIGHT = 100
const MAX_HEIGHT = 3000

/** Returns the address of a post's own embed page, in the theme of the site. */
export function getThemedAddress(src: string): string {
  return `${src}&theme=${isDark() ? 'dark' : 'light'}`
}

/** Gives the iframe of a post the height that its service reports. */
export function fitHeight(iframe: HTMLIFrameElement, signal: AbortSignal): void {
  const listen = ({ origin, source, data }: MessageEvent) => {
    if (source !== iframe.contentWindow || origin !== new URL(iframe.src).origin) return
    const reported = readHeight(data)
    if (reported === undefined) return
    iframe.removeAttribute('style')
    iframe.style.height = `${Math.min(Math.max(reported, MIN_HEIGHT), MAX_HEIGHT)}px`
  }
  window.addEventListener('message', listen, { signal })
}

/** Returns the height in the message that the service's page sends when its size changes. */
function readHeight(data: unknown): number | undefined {
  const message = getMember(data, 'twttr.embed')
  if (getMember(message, 'method') !== 'twttr.private.resize') return undefined
  const params = getMember(message, 'params')
  const height = getMember(Array.isArray(params) ? params[0] : undefined, 'height')
  return typeof height === 'number' && height > 0 ? height : undefined
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
