import type { Id } from './record-map'

/** In characters, without dashes. */
const ID_LENGTH = 32
const DASHED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const BARE = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/
const AT_END = /(?:^|[/-])([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** Returns a UUID, with or without dashes and in any case, as an id; undefined for any other value. */
export function toUuid(value: unknown): Id | undefined {
  if (typeof value !== 'string' || (value.length !== 36 && value.length !== 32)) return undefined
  const lower = value.toLowerCase()
  if (DASHED.test(lower)) return lower
  return BARE.exec(lower)?.slice(1).join('-')
}

/** Whether a host serves Notion pages, so that ids in its paths are page ids. */
export function isWorkspaceHost(host: string): boolean {
  return /^(?:(?:www|app)\.)?notion\.(?:so|com)$/i.test(host) || /\.notion\.site$/i.test(host)
}

/** Returns the address at which editors open a page in Notion. */
export const getNotionUrl = (id: Id): string => `https://www.notion.so/${id.replaceAll('-', '')}`

/**
 * Returns the page id at the end of a path: `/anything-<32 hex>`, a UUID, or the full address of a Notion page, in which `?p=` is the page
 * that is open on top. Query and fragment of a path are ignored. Returns undefined if there is no id.
 */
export function findPageId(path: string): Id | undefined {
  if (path.length < ID_LENGTH) return undefined
  if (!/^https?:\/\//i.test(path)) return findIdAtEnd(path.replace(/[?#].*$/s, ''))
  if (!URL.canParse(path)) return undefined
  const url = new URL(path)
  if (!isWorkspaceHost(url.hostname)) return undefined
  return findIdAtEnd(url.searchParams.get('p') ?? '') ?? findIdAtEnd(url.pathname)
}

/** Returns the block id in the fragment of an address; undefined if there is none. */
export function findBlockId(address: string): Id | undefined {
  return toUuid(/#(.*)$/s.exec(address)?.[1])
}

function findIdAtEnd(path: string): Id | undefined {
  return toUuid(AT_END.exec(path.replace(/\/$/, ''))?.[1])
}
