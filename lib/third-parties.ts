/** Analytics: a script of another service, which reads its settings from its own element. */
export interface Analytics {
  /** Undefined if the hosting platform counts visits, with its own package. */
  script?: {
    src: string
    /** The `data-` attributes of its element, by name. Google's script has only a `tag`, and reads its settings from a queue. */
    data: Record<string, string>
  }
  /** The origins from which the script is loaded and to which it sends, for the Content Security Policy. */
  origins: string[]
}

/** Comments in the discussions of a GitHub repository, shown by giscus. */
export interface Comments {
  repo: string
  repoId: string
  category: string
  categoryId: string
}

export const COMMENTS_ORIGIN = 'https://giscus.app'

/** The forms of `ANALYTICS` and `GISCUS`, for error messages. */
export const ANALYTICS_RULE =
  'vercel, plausible:example.com, plausible:https://host/script.js#example.com, umami:https://host/script.js#website-id or ga4:G-XXXXXXX'
export const COMMENTS_RULE = 'owner/repository#R_id/Category#DIC_id, as giscus.app gives them'

/** Parses `ANALYTICS`. Returns undefined if it is malformed. */
export function readAnalytics(text: string): Analytics | undefined {
  if (text === 'vercel') return { origins: [] }
  const [, kind, rest = ''] = /^(plausible|umami|ga4):(\S+)$/.exec(text) ?? []
  if (kind === 'ga4') {
    if (!/^G-[A-Z0-9]{4,20}$/.test(rest)) return undefined
    const host = 'https://www.googletagmanager.com'
    const origins = [host, 'https://*.google-analytics.com', 'https://*.analytics.google.com']
    return { script: { src: `${host}/gtag/js?id=${rest}`, data: { tag: rest } }, origins }
  }
  const isShort = kind === 'plausible' && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(rest)
  const address = isShort ? `https://plausible.io/js/script.js#${rest}` : rest
  if (kind === undefined || !URL.canParse(address)) return undefined
  const { origin, hash, href } = new URL(address)
  const name = hash.slice(1)
  if (!/^https?:\/\/[\w.-]+(?::\d+)?$/.test(origin) || !/^[\w.,-]+$/.test(name)) return undefined
  const data: Record<string, string> =
    kind === 'plausible' ? { domain: name } : { 'website-id': name, 'host-url': origin }
  return { script: { src: href.slice(0, -hash.length), data }, origins: [origin] }
}

/** Parses `GISCUS`. Returns undefined if it is malformed. */
export function readComments(text: string): Comments | undefined {
  const [, repo, repoId, category, categoryId] = /^([\w.-]+\/[\w.-]+)#([\w=-]+)\/([^#/]+)#([\w=-]+)$/.exec(text) ?? []
  if (repo === undefined || repoId === undefined || category === undefined || categoryId === undefined) return undefined
  return { repo, repoId, category, categoryId }
}
