import type { Id } from './record-map'

const DASHED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const BARE = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/
const AT_END = /(?:^|[/-])([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** A UUID with or without dashes, in any case, as an id; undefined for everything else. */
export function toUuid(value: unknown): Id | undefined {
  if (typeof value !== 'string' || (value.length !== 36 && value.length !== 32)) return undefined
  const lower = value.toLowerCase()
  if (DASHED.test(lower)) return lower
  return BARE.exec(lower)?.slice(1).join('-')
}

/** Whether a host serves pages of hosted workspaces, so that an id in its paths is a page's. */
export function isWorkspaceHost(host: string): boolean {
  return /^(?:(?:www|app)\.)?notion\.(?:so|com)$/i.test(host) || /\.notion\.site$/i.test(host)
}

/** Returns the address at which editors open a page in Notion. */
export const getNotionUrl = (id: Id): string => `https://www.notion.so/${id.replaceAll('-', '')}`

/**
 * The page id that a path ends with: `/anything-<32 hex>`, a bare UUID, or the full address of a hosted page, where `?p=`
 * names the page that is open on top. Query and fragment of a path are ignored. Undefined when there is none.
 */
export function findPageId(path: string): Id | undefined {
  if (!/^https?:\/\//i.test(path)) return findIdAtEnd(path.replace(/[?#].*$/s, ''))
  if (!URL.canParse(path)) return undefined
  const url = new URL(path)
  if (!isWorkspaceHost(url.hostname)) return undefined
  return findIdAtEnd(url.searchParams.get('p') ?? '') ?? findIdAtEnd(url.pathname)
}

/** The block that an address names after its `#`, on whatever page; undefined where it names none. */
export function findBlockId(address: string): Id | undefined {
  return toUuid(/#(.*)$/s.exec(address)?.[1])
}

function findIdAtEnd(path: string): Id | undefined {
  return toUuid(AT_END.exec(path.replace(/\/$/, ''))?.[1])
}
