/** A statement about the site, and the test of it. */
export interface Row<Fixtures = void> {
  /** Unique within the section. */
  id: string
  statement: string
  /** Why the site deviates from the specification on purpose, if it does. */
  reason?: string
  /** Whether the statement needs a server, so that exported sites are not tested for it. */
  needsServer?: boolean
  /** Throws if the statement is not true. */
  check: (fixtures: Fixtures) => unknown
}

/** The statements about one topic. */
export interface Section<Fixtures = void> {
  name: string
  rows: Row<Fixtures>[]
}

/** Creates rows from statements by id. */
export function createRows<Fixtures = void>(cases: Record<string, Omit<Row<Fixtures>, 'id'>>): Row<Fixtures>[] {
  return Object.entries(cases).map(([id, row]) => ({ id, ...row }))
}

/** The name of the test groups whose tests are counted as statements, in both test runners. */
export const CONFORMANCE = 'conformance'
export const ON_PURPOSE = ' – otherwise on purpose: '

export function formatTitle({ id, statement, reason }: Row<never>): string {
  return `${id}: ${statement}${reason === undefined ? '' : ON_PURPOSE + reason}`
}
