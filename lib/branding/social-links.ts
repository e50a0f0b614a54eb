/** The icons of social links, whose shapes are in `components/site/parts/social-icon.tsx`. `link` is the icon of all other sites. */
export const SOCIAL_ICONS = [
  'github',
  'mastodon',
  'bluesky',
  'x',
  'linkedin',
  'youtube',
  'instagram',
  'rss',
  'email',
  'link',
] as const

export type SocialIcon = (typeof SOCIAL_ICONS)[number]

export interface SocialLink {
  href: string
  title?: string
  icon?: SocialIcon
}

const NAMES: Readonly<Record<SocialIcon, string>> = {
  github: 'GitHub',
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
  x: 'X',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  instagram: 'Instagram',
  rss: 'RSS',
  email: 'Email',
  link: '',
}

const HOSTS: readonly [host: RegExp, icon: SocialIcon][] = [
  [/(?:^|\.)github\.com$/, 'github'],
  [/(?:^|\.)bsky\.(?:app|social)$/, 'bluesky'],
  [/(?:^|\.)(?:x|twitter)\.com$/, 'x'],
  [/(?:^|\.)linkedin\.com$/, 'linkedin'],
  [/(?:^|\.)(?:youtube\.com|youtu\.be)$/, 'youtube'],
  [/(?:^|\.)instagram\.com$/, 'instagram'],
  // Their addresses of people have the form of those of Mastodon, which has no common host.
  [/(?:^|\.)(?:medium\.com|threads\.(?:net|com)|tiktok\.com|flickr\.com)$/, 'link'],
]

/** Returns the icon and the label of a link: those that were chosen, or else those of the service that its address belongs to. */
export function describeSocialLink({ href, title, icon }: SocialLink): { icon: SocialIcon; label: string } {
  const found = icon ?? findIcon(href)
  const host = /^https:/i.test(href) ? new URL(href).hostname.replace(/^www\./, '') : href
  return { icon: found, label: title ?? (NAMES[found] || host) }
}

function findIcon(href: string): SocialIcon {
  if (/^mailto:/i.test(href)) return 'email'
  if (/(?:^\/|\/)(?:feed|rss|atom)(?:\.(?:xml|json))?\/?$/i.test(href)) return 'rss'
  if (!URL.canParse(href)) return 'link'
  const { hostname, pathname } = new URL(href)
  const known = HOSTS.find(([host]) => host.test(hostname))?.[1]
  return known ?? (/^\/@[\w.]+\/?$/.test(pathname) ? 'mastodon' : 'link')
}
