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
export function findPlayer({ hostname, pathname }: URL): string | undefined {
  const address = hostname + pathname.replace(/\/+$/, '')
  const [pattern, player] = PLAYERS.find(([pattern]) => pattern.test(address)) ?? []
  return pattern && player && address.replace(pattern, player)
}

/** Whether an address names itself as that of a player, which is made to be embedded. */
export const isPlayer = ({ hostname, pathname }: URL): boolean => EMBED_HOST.test(hostname) || EMBED_PATH.test(pathname)
