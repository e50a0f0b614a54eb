import type { Resolution } from './resolve/resolution'

/** The statuses of public addresses. All addresses below `/members` that a member may not read have 403, whether or not the page exists. */
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
