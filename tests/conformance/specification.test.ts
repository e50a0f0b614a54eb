import 'next/dist/server/node-environment-baseline'
import { expect, test } from 'vitest'
import type { Row, Section } from './row'
import { SECTIONS } from './sections'
import { SERVER_SECTIONS } from './server-sections'
import { STATEMENTS } from './specification'

const nameRows = ({ name, rows }: Section<never>) =>
  rows.map((row): [string, Row<never>] => [`${name}: ${row.id}`, row])
const ROWS = [...SECTIONS, ...SERVER_SECTIONS].flatMap(nameRows)
/** The sections of statements about screens, whose browser tests have a tag such as `[N-336]` in their titles. */
const SCREENS =
  /^(?:A page|Contents beside|Links to places|Copying code|Pictures|Videos and|Choosing a|The search|Responses that|Sign-in screens)/

const findDuplicates = (names: string[]) => names.filter((name, index) => names.indexOf(name) !== index)

test('every row has a unique name, and its statement and its reason are sentences', () => {
  expect(ROWS.length).toBeGreaterThan(300)
  expect(findDuplicates(ROWS.map(([name]) => name))).toEqual([])
  for (const [name, { statement, reason = 'None.' }] of ROWS)
    for (const text of [statement, reason]) expect(text, name).toMatch(/^\p{Lu}.+\.$/u)
})

test('every statement of the specification has a unique id and a row', () => {
  expect(findDuplicates(STATEMENTS.map(([id]) => id))).toEqual([])
  expect(STATEMENTS.filter(([, rows]) => rows.length === 0).map(([id]) => id)).toEqual([])
})

test('every row that a statement names exists', () => {
  const names = new Set(ROWS.map(([name]) => name))
  expect(STATEMENTS.flatMap(([, rows]) => rows).filter((row) => !names.has(row) && !SCREENS.test(row))).toEqual([])
})
