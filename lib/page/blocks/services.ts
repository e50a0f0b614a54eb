const YOUTUBE_HOSTS: ReadonlySet<string> = new Set([
  'youtu.be',
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])
const VIDEO_HOSTS = [
  'vimeo.com',
  'wistia.com',
  'wistia.net',
  'loom.com',
  'videoask.com',
  'getcloudapp.com',
  'cl.ly',
  'tella.tv',
]

/** Whether a video at this address plays in its host's own player. */
export function isVideoHost(url: URL): boolean {
  return YOUTUBE_HOSTS.has(url.hostname) || VIDEO_HOSTS.some((host) => isWithin(url.hostname, host))
}

/** The video that an address of a known YouTube host names: an id of exactly 11 characters, and what the player is told. */
export function youtubeVideo(url: URL): { id: string; start?: number; mute?: 1 } | undefined {
  if (!YOUTUBE_HOSTS.has(url.hostname)) return undefined
  const [first = '', second = ''] = url.pathname.split('/').filter((part) => part !== '')
  const inPath = url.hostname === 'youtu.be' ? first : ['embed', 'v', 'shorts', 'live'].includes(first) ? second : ''
  const id = inPath || (url.searchParams.get('v') ?? '')
  if (!/^[\w-]{11}$/.test(id)) return undefined
  const start = seconds(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')
  return { id, ...(start > 0 && { start }), ...(url.searchParams.get('mute') === '1' && { mute: 1 as const }) }
}

/** Reads `90`, `90s` and `1h2m3s`. */
function seconds(time: string): number {
  if (/^\d{1,6}s?$/.test(time)) return Number.parseInt(time, 10)
  const [, hours, minutes, rest] = /^(?:(\d{1,3})h)?(?:(\d{1,3})m)?(?:(\d{1,3})s)?$/.exec(time) ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0)
}

/** The address to load in a frame: what the workspace prepared for that, else the service's own form of the source. */
export function frameAddress(type: string, source: URL, display: URL | undefined): URL | undefined {
  const url = new URL(display ?? service(type, source) ?? source)
  if (type === 'typeform') url.searchParams.set('disable-auto-focus', 'true')
  return url
}

function service(type: string, { hostname, pathname, href, search }: URL): string | undefined {
  const id = pathname.split('/').at(-1) ?? ''
  if (type === 'figma' && isWithin(hostname, 'figma.com') && pathname !== '/embed')
    return `https://www.figma.com/embed?embed_host=notion&url=${encodeURIComponent(href)}`
  if (type === 'codepen') return `https://codepen.io${pathname.replace('/pen/', '/embed/')}${search}`
  if (type === 'replit') return `https://replit.com${pathname}?embed=true`
  if (isWithin(hostname, 'loom.com')) return `https://www.loom.com/embed/${id}`
  if (hostname === 'vimeo.com' || hostname === 'www.vimeo.com') return `https://player.vimeo.com/video/${id}`
  return undefined
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}
