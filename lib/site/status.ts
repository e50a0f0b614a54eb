import type { Resolution } from './resolve/resolution'

/** For public pages only: missing, gone and forbidden members pages all return 403, so that no response reveals whether a page exists. */
const STATUSES = {
  page: 200,
  home: 200,
  list: 200,
  locked: 200,
  redirect: 308,
  external: 308,
  missing: 404,
  gone: 410,
  unavailable: 503,
} as const satisfies Record<Resolution['kind'], number>

/** Returns the HTTP status of a public address from what it resolves to. */
export function getStatus<Kind extends Resolution['kind']>({ kind }: { kind: Kind }): (typeof STATUSES)[Kind] {
  return STATUSES[kind]
}
