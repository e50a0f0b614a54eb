import type { HostedRecord } from '../hosted/data'
import { createInvalid } from './errors'
import { encodeProperty, type Fields, getText, readFields, readList, toMinute, toPlain } from './records'

type Test = (row: HostedRecord) => boolean

const COMPARE: Record<string, (time: string, wanted: string) => boolean> = {
  equals: (time, wanted) => time === wanted,
  before: (time, wanted) => time < wanted,
  after: (time, wanted) => time > wanted,
  on_or_before: (time, wanted) => time <= wanted,
  on_or_after: (time, wanted) => time >= wanted,
}

/**
 * Returns the rows that match a query. Only filters and sorts by times, and filters by an option or a text, are supported; others are rejected.
 */
export function queryRows(rows: readonly HostedRecord[], { filter, sorts }: Fields): HostedRecord[] {
  const test = filter === undefined ? () => true : createTest(readFields(filter))
  const kept = rows.filter(test)
  const [sort] = readList(sorts).map(readFields)
  if (sort === undefined) return kept
  const { timestamp, direction } = sort
  if (timestamp !== 'created_time' && timestamp !== 'last_edited_time') throw createInvalid('Unsupported sort.')
  const sign = direction === 'descending' ? -1 : 1
  return kept.sort((a, b) => sign * (Number(a[timestamp] ?? 0) - Number(b[timestamp] ?? 0)) || (a.id < b.id ? -1 : 1))
}

function createTest(filter: Fields): Test {
  const { and, or, timestamp, property, select, rich_text: text } = filter
  if (Array.isArray(and)) return createConjunction(and)
  if (Array.isArray(or)) {
    const tests = or.map((each) => createTest(readFields(each)))
    return (row) => tests.some((test) => test(row))
  }
  if (property !== undefined && select !== undefined) {
    const { equals } = readFields(select)
    return ({ properties }) =>
      Object.entries(readFields(properties)).some(
        ([key, value]) =>
          [key, encodeProperty(key)].includes(String(property)) && readList(readList(value)[0])[0] === equals,
      )
  }
  if (property !== undefined && text !== undefined) {
    const { equals } = readFields(text)
    return (row) => {
      const keys = Object.keys(readFields(row.properties))
      const key = keys.find((each) => [each, encodeProperty(each)].includes(String(property)))
      return key !== undefined && toPlain(getText(row, key)) === equals
    }
  }
  if (timestamp !== 'created_time' && timestamp !== 'last_edited_time') throw createInvalid('Unsupported filter.')
  const [[comparison = '', wanted] = []] = Object.entries(readFields(filter[timestamp]))
  const compare = COMPARE[comparison]
  const moment = Date.parse(String(wanted))
  if (compare === undefined || Number.isNaN(moment)) throw createInvalid('Unsupported filter.')
  const iso = new Date(moment).toISOString()
  return (row) => compare(toMinute(row[timestamp]), iso)
}

function createConjunction(parts: unknown[]): Test {
  const tests = parts.map((each) => createTest(readFields(each)))
  return (row) => tests.every((test) => test(row))
}
