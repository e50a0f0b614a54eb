import type { Resolution } from './resolve/resolution'

/** A gone or missing members page is forbidden instead, so that its response does not reveal whether it exists. */
const STATUSES = {
  page: 200,
  home: 200,
  list: 200,
  locked: 200,
  redirect: 308,
  elsewhere: 308,
  missing: 404,
  gone: 410,
  unavailable: 503,
} as const satisfies Record<Resolution['kind'], number>

/** Returns the status with which a public address responds that resolves to this. */
export function getStatus<Kind extends Resolution['kind']>({ kind }: { kind: Kind }): (typeof STATUSES)[Kind] {
  return STATUSES[kind]
}
