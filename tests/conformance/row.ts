/** One statement about what the site shows or does, and the test of it. */
export interface Row<World = void> {
  /** Names the statement within its section. */
  id: string
  says: string
  /** Where the site answers otherwise than it was asked to, on purpose: why. */
  because?: string
  /** Whether it is about what only a server does, so that it is not tested on exported sites. */
  needsServer?: boolean
  /** Fails when the statement stops being true. */
  holds: (world: World) => unknown
}

/** The statements about one matter. */
export interface Section<World = void> {
  name: string
  rows: Row<World>[]
}

/** Rows by their names. */
export function rowsFor<World = void>(cases: Record<string, Omit<Row<World>, 'id'>>): Row<World>[] {
  return Object.entries(cases).map(([id, row]) => ({ id, ...row }))
}

/** The name under which a statement's test is counted, in both test runners. */
export const CONFORMANCE = 'conformance'
export const ON_PURPOSE = ' – otherwise on purpose: '

export function titleOf({ id, says, because }: Row<never>): string {
  return `${id}: ${says}${because === undefined ? '' : ON_PURPOSE + because}`
}
