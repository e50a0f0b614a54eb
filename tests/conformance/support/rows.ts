import { expect } from 'vitest'
import type { Row } from '../row'
import type { Database, Raw, Tables } from './maps'
import { type Shown, show, showDatabase } from './show'

/** A row about blocks: what it says, the blocks, and what must be true of what is shown. */
export function field(
  says: string,
  block: Raw | Raw[],
  check: (shown: Shown) => void,
  tables?: Tables,
): Omit<Row, 'id'> {
  return { says, holds: async () => check(await show(block, tables)) }
}

/** A row about blocks of which nothing is left out: what it says, the blocks, and what must be drawn of them. */
export function drawn(says: string, block: Raw | Raw[], check: (body: HTMLElement) => void, tables?: Tables) {
  return {
    says,
    holds: async () => {
      const { body, notes } = await show(block, tables)
      expect(notes).toEqual([])
      check(body)
    },
  }
}

/** A row about a database: what it says, the database, and what must be drawn of it. */
export function database(says: string, things: Database, check: (body: HTMLElement) => void): Omit<Row, 'id'> {
  return { says, holds: async () => check(await showDatabase(things)) }
}
