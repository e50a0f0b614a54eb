const YOUTUBE_HOSTS: ReadonlySet<string> = new Set([
  'youtu.be',
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])
/** Embeds of playlists and channels, whose names are as long as the id of a video. */
const NO_VIDEOS: ReadonlySet<string> = new Set(['videoseries', 'live_stream'])

/** Parses the address of a YouTube video: its id of exactly 11 characters, and options of the player. */
export function parseYoutubeVideo(url: URL): { videoId: string; start?: number; mute?: true } | undefined {
  if (!YOUTUBE_HOSTS.has(url.hostname)) return undefined
  const [first = '', second = ''] = url.pathname.split('/').filter((part) => part !== '')
  const inPath = url.hostname === 'youtu.be' ? first : ['embed', 'v', 'shorts', 'live'].includes(first) ? second : ''
  const videoId = inPath || (url.searchParams.get('v') ?? '')
  if (!/^[\w-]{11}$/.test(videoId) || NO_VIDEOS.has(videoId)) return undefined
  const start = parseSeconds(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')
  return { videoId, ...(start > 0 && { start }), ...(url.searchParams.get('mute') === '1' && { mute: true as const }) }
}

/** Reads `90`, `90s` and `1h2m3s`. */
function parseSeconds(time: string): number {
  if (/^\d{1,6}s?$/.test(time)) return Number.parseInt(time, 10)
  const [, hours, minutes, rest] = /^(?:(\d{1,3})h)?(?:(\d{1,3})m)?(?:(\d{1,3})s)?$/.exec(time) ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0)
}

/**
 * Returns the URL of the iframe: the `display_source` that Notion stored, else the service's embed URL, else the source itself. Returns
 * undefined for a video whose address is only a page: most services refuse to show their pages in an iframe.
 */
export function getEmbedUrl(type: string, source: URL, display: URL | undefined): URL | undefined {
  const stored = display?.href === source.href ? undefined : display
  const service = stored ?? getServiceUrl(type, source)
  if (service === undefined && type === 'video' && display === undefined && !isPlayer(source)) return undefined
  const url = new URL(service ?? source)
  // The Content Security Policy allows only secure embeds.
  if (url.protocol === 'http:') url.protocol = 'https:'
  if (type === 'typeform') url.searchParams.set('disable-auto-focus', 'true')
  return url
}

function getServiceUrl(type: string, source: URL): string | undefined {
  const { hostname, pathname, href, search, searchParams } = source
  if (type === 'figma' && isWithin(hostname, 'figma.com') && pathname !== '/embed')
    return `https://www.figma.com/embed?embed_host=notion&url=${encodeURIComponent(href)}`
  if (type === 'codepen') return `https://codepen.io${pathname.replace('/pen/', '/embed/')}${search}`
  if (type === 'replit') return `https://replit.com${pathname}?embed=true`
  if (type === 'maps') return getMapUrl(source)
  if (YOUTUBE_HOSTS.has(hostname)) {
    const list = searchParams.get('list')
    return list === null
      ? undefined
      : `https://www.youtube-nocookie.com/embed/videoseries?list=${encodeURIComponent(list)}`
  }
  return findPlayer(source)
}

/** Google Maps refuses to be embedded, except as the result of a search. */
function getMapUrl({ hostname, pathname, searchParams }: URL): string | undefined {
  if (!/(?:^|\.)google\.[a-z.]+$/.test(hostname) || pathname.includes('/embed')) return undefined
  const named = /\/(?:place|search)\/([^/]+)/.exec(pathname)?.[1] ?? /\/@(-?[\d.]+,-?[\d.]+)/.exec(pathname)?.[1]
  const query = named ?? encodeURIComponent(searchParams.get('q') ?? '')
  return query === '' ? undefined : `https://www.google.com/maps?q=${query}&output=embed`
}

const POST_HOSTS: ReadonlySet<string> = new Set(['twitter.com', 'x.com'])

/** Returns the embed URL of a post; undefined for any other address. */
export function getPostUrl({ hostname, pathname }: URL): string | undefined {
  const id = /\/status(?:es)?\/(\d{1,20})(?:\/|$)/.exec(pathname)?.[1]
  const isPost = POST_HOSTS.has(hostname.replace(/^(?:www|mobile)\./, ''))
  return isPost && id ? `https://platform.twitter.com/embed/Tweet.html?dnt=true&id=${id}` : undefined
}

/** Returns the embed URL of a gist; undefined for any other address. */
export function getGistUrl({ hostname, pathname }: URL): string | undefined {
  const path = /^\/(?:[\w-]+\/)?[0-9a-f]{5,64}(?=\/|\.pibb|$)/.exec(pathname)?.[0]
  return hostname === 'gist.github.com' && path ? `https://gist.github.com${path}.pibb` : undefined
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

/**
 * Players of services: the pattern of an address as host and path, with the id of what it shows, and the address of the player. For an
 * address without such an id there is no player.
 */
const PLAYERS: readonly (readonly [pattern: RegExp, player: string])[] = [
  [/^(?:www\.)?loom\.com\/share\/([\w-]+)$/, 'https://www.loom.com/embed/$1'],
  [/^(?:www\.)?tella\.tv\/video\/([\w-]+)(?:\/.*)?$/, 'https://www.tella.tv/video/$1/embed'],
  [/^(?:[\w-]+\.)*wistia\.com\/medias\/(\w+)$/, 'https://fast.wistia.net/embed/iframe/$1'],
  // A video that is not listed has a key after its id.
  [/^(?:www\.)?vimeo\.com\/(?:.*\/)?(\d+)\/([0-9a-f]+)$/, 'https://player.vimeo.com/video/$1?h=$2'],
  [/^(?:www\.)?vimeo\.com\/(?:.*\/)?(\d+)$/, 'https://player.vimeo.com/video/$1'],
  // The pages of these services are players themselves.
  [/^((?:www\.)?videoask\.com\/\w+)$/, 'https://$1'],
  [/^((?:[\w-]+\.)?(?:getcloudapp\.com|cl\.ly)\/\w+)$/, 'https://$1'],
  [/^(?:www\.)?dailymotion\.com\/video\/(\w+)$/, 'https://geo.dailymotion.com/player.html?video=$1'],
  [/^dai\.ly\/(\w+)$/, 'https://geo.dailymotion.com/player.html?video=$1'],
  [/^(?:www\.|m\.)?bilibili\.com\/video\/(BV\w+)$/, 'https://player.bilibili.com/player.html?bvid=$1&autoplay=0'],
  [/^(?:www\.|sp\.)?nicovideo\.jp\/watch\/([a-z]{2}\d+)$/, 'https://embed.nicovideo.jp/watch/$1'],
  [/^v\.youku\.com\/v_show\/id_([\w=]+)\.html$/, 'https://player.youku.com/embed/$1'],
  [/^(?:www\.)?ted\.com\/talks\/(\w+)$/, 'https://embed.ted.com/talks/$1'],
  [/^(?:www\.)?streamable\.com\/(\w+)$/, 'https://streamable.com/e/$1'],
  [/^share\.vidyard\.com\/watch\/(\w+)$/, 'https://play.vidyard.com/$1'],
  [/^drive\.google\.com\/file\/d\/([\w-]+)(?:\/.*)?$/, 'https://drive.google.com/file/d/$1/preview'],
  [/^archive\.org\/details\/([\w.-]+)$/, 'https://archive.org/embed/$1'],
  [
    /^open\.spotify\.com\/(?:intl-\w+\/)?(track|album|playlist|episode|show)\/(\w+)$/,
    'https://open.spotify.com/embed/$1/$2',
  ],
]

/** Names in a host or path by which services mark the address of a player. */
const EMBED_HOST = /^(?:embed|iframe|player|play)\./
const EMBED_PATH = /\/(?:embed|iframe|player)(?:[./]|$)/

/** Returns the player of a service, if the address contains the id of what it shows. */
function findPlayer({ hostname, pathname }: URL): string | undefined {
  const address = hostname + pathname.replace(/\/+$/, '')
  const [pattern, player] = PLAYERS.find(([pattern]) => pattern.test(address)) ?? []
  return pattern && player && address.replace(pattern, player)
}

/** Whether an address names itself as that of a player, which is made to be embedded. */
const isPlayer = ({ hostname, pathname }: URL): boolean => EMBED_HOST.test(hostname) || EMBED_PATH.test(pathname)
