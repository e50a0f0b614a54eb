import { expect } from 'vitest'
import type { Row } from '../row'
import type { Database, Raw, Tables } from './maps'
import { type Shown, show, showDatabase } from './show'

/** Creates a row that renders blocks and checks the result. */
export function checkBlock(
  statement: string,
  block: Raw | Raw[],
  check: (shown: Shown) => void,
  tables?: Tables,
): Omit<Row, 'id'> {
  return { statement, check: async () => check(await show(block, tables)) }
}

/** Creates a row that renders blocks, checks the result, and expects no note about an omitted part. */
export function checkCompleteBlock(
  statement: string,
  block: Raw | Raw[],
  check: (body: HTMLElement) => void,
  tables?: Tables,
) {
  return {
    statement,
    check: async () => {
      const { body, notes } = await show(block, tables)
      expect(notes).toEqual([])
      check(body)
    },
  }
}

/** Creates a row that renders a database and checks the result. */
export function checkDatabase(
  statement: string,
  things: Database,
  check: (body: HTMLElement) => void,
): Omit<Row, 'id'> {
  return { statement, check: async () => check(await showDatabase(things)) }
}
