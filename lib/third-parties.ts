import { findPageId, toUuid } from './workspace/ids'
import type { Id } from './workspace/record-map'

/** Analytics: a script of another service, which reads its settings from its own element. */
export interface Analytics {
  /** Undefined if the hosting platform counts visits, with its own package. */
  script?: {
    src: string
    /** The `data-` attributes of its element, by name. Google's script has only a `tag`, and reads its settings from a queue. */
    data: Record<string, string>
  }
  /** The service sets cookies, so it is loaded only for visitors who agreed. */
  setsCookies?: true
  /** The origins from which the script is loaded and to which it sends, for the Content Security Policy. */
  origins: string[]
}

/** Comments as rows of a database of the workspace. */
export interface WorkspaceComments {
  service: 'notion'
  /** Undefined if it is the database called `Comments`. */
  database?: Id
}

/** What the Content Security Policy allows, by what is loaded. */
export type AllowedOrigins = Partial<Record<'script' | 'connect' | 'img' | 'frame' | 'style' | 'font', string[]>>

/** Comments of another service. */
export interface CommentService {
  service: 'giscus' | 'waline' | 'artalk' | 'cusdis' | 'remark42'
  /** The `data-` attributes of its element, by name. */
  data: Record<string, string>
  origins: AllowedOrigins
}

/** The forms of `ANALYTICS`, `GISCUS` and `COMMENTS`, for error messages. */
export const ANALYTICS_RULE =
  'vercel, plausible:example.com, plausible:https://host/script.js#example.com, umami:https://host/script.js#website-id or ga4:G-XXXXXXX'
export const GISCUS_RULE = 'owner/repository#R_id/Category#DIC_id, as giscus.app gives them'
export const COMMENTS_RULE =
  'notion, notion:database-id, waline:https://host, artalk:https://host, artalk:https://host#Site, cusdis:app-id, cusdis:https://host#app-id, remark42:https://host#site-id or giscus:owner/repository#R_id/Category#DIC_id'

/** Parses `ANALYTICS`. Returns undefined if it is malformed. */
export function readAnalytics(text: string): Analytics | undefined {
  if (text === 'vercel') return { origins: [] }
  const [, kind, rest = ''] = /^(plausible|umami|ga4):(\S+)$/.exec(text) ?? []
  if (kind === 'ga4') {
    if (!/^G-[A-Z0-9]{4,20}$/.test(rest)) return undefined
    const host = 'https://www.googletagmanager.com'
    const origins = [host, 'https://*.google-analytics.com', 'https://*.analytics.google.com']
    return { script: { src: `${host}/gtag/js?id=${rest}`, data: { tag: rest } }, setsCookies: true, origins }
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
export function readGiscus(text: string): CommentService | undefined {
  const [, repo, repoId, category, categoryId] = /^([\w.-]+\/[\w.-]+)#([\w=-]+)\/([^#/]+)#([\w=-]+)$/.exec(text) ?? []
  if (repo === undefined || repoId === undefined || category === undefined || categoryId === undefined) return undefined
  return {
    service: 'giscus',
    data: { repo, 'repo-id': repoId, category, 'category-id': categoryId },
    origins: allow('https://giscus.app', 'frame'),
  }
}

/** Parses `COMMENTS`. Returns undefined if it is malformed. */
export function readComments(text: string): CommentService | WorkspaceComments | undefined {
  if (text === 'notion') return { service: 'notion' }
  const [, written] = /^notion:(.+)$/.exec(text) ?? []
  if (written !== undefined) {
    const database = toUuid(written) ?? findPageId(written)
    return database === undefined ? undefined : { service: 'notion', database }
  }
  const [, service, rest = ''] = /^(giscus|waline|artalk|cusdis|remark42):(.+)$/.exec(text) ?? []
  if (service === 'giscus') return readGiscus(rest)
  const address = service === 'cusdis' && !rest.includes('#') ? `https://cusdis.com#${rest}` : rest
  const { origin = '', pathname = '', search, hash } = URL.canParse(address) ? new URL(address) : {}
  // The origin becomes a part of a policy.
  if (!/^https?:\/\/[\w.-]+(?::\d+)?$/.test(origin) || search) return undefined
  const server = origin + pathname.replace(/\/+$/, '')
  const name = decodeName(hash)
  switch (service) {
    case 'waline':
      if (hash) return undefined
      return { service, data: { server }, origins: allow(origin, 'connect', 'img') }
    case 'artalk':
      // It loads its own script and style sheet, and administrators see an iframe.
      return {
        service,
        data: { server, ...(name && { site: name }) },
        origins: allow(origin, 'script', 'connect', 'img', 'frame', 'style'),
      }
    case 'cusdis':
      if (!/^[\w-]+$/.test(name)) return undefined
      return {
        service,
        data: { server, 'app-id': name },
        origins: allow(origin, 'script', 'connect', 'style'),
      }
    case 'remark42':
      if (!/^[\w.-]+$/.test(name)) return undefined
      return { service, data: { server, site: name }, origins: allow(origin, 'frame') }
    default:
      return undefined
  }
}

const allow = (origin: string, ...kinds: (keyof AllowedOrigins)[]): AllowedOrigins =>
  Object.fromEntries(kinds.map((kind) => [kind, [origin]]))

/** Returns the text of a fragment; an empty one if it is malformed. */
function decodeName(hash = ''): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

/** Returns the origins of two parts of a page together. */
export function addOrigins(origins: AllowedOrigins = {}, more: AllowedOrigins = {}): AllowedOrigins {
  const kinds = new Set([...Object.keys(origins), ...Object.keys(more)] as (keyof AllowedOrigins)[])
  return Object.fromEntries([...kinds].map((kind) => [kind, [...(origins[kind] ?? []), ...(more[kind] ?? [])]]))
}
