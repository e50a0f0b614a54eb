import type { Loss } from '../../workspace/losses'
import { isObject } from '../../workspace/values'

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/
/** The maximum difference of two offsets of a zone, in minutes: that of a clock change. */
const MAX_CLOCK_CHANGE = 120

/** Returns milliseconds since 1970; 0 if the text is not a time. */
export function readTime(value: unknown): number {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? 0 : time
}

/** Returns a date as record maps contain it; undefined if it is malformed. Notion returns an offset instead of the name of a time zone. */
export function convertDate(value: unknown, { losses }: { losses: Set<Loss> }): Record<string, string> | undefined {
  if (!isObject(value)) return undefined
  const start = readMoment(value.start)
  if (start === undefined) return undefined
  const given = readMoment(value.end)
  const named = typeof value.time_zone === 'string' ? value.time_zone : undefined
  const zone = named ?? formatOffset(start.offset)
  const end = given && moveTo(given, start.offset)
  const isTimed = start.time !== undefined || end?.time !== undefined
  if (isTimed && named === undefined) losses.add('time-zone')
  return {
    type: `${isTimed ? 'datetime' : 'date'}${end === undefined ? '' : 'range'}`,
    start_date: start.day,
    ...(start.time !== undefined && { start_time: start.time }),
    ...(end !== undefined && { end_date: end.day }),
    ...(end?.time !== undefined && { end_time: end.time }),
    ...(isTimed && zone !== undefined && { time_zone: zone }),
  }
}

interface Moment {
  day: string
  time?: string
  /** Minutes ahead of UTC. */
  offset?: number
}

function readMoment(value: unknown): Moment | undefined {
  const [, day, time, offset] = (typeof value === 'string' && MOMENT.exec(value)) || []
  if (day === undefined) return undefined
  return { day, ...(time !== undefined && { time }), ...(offset !== undefined && { offset: readOffset(offset) }) }
}

function readOffset(text: string): number {
  if (text === 'Z') return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2))
  return text.startsWith('-') ? -minutes : minutes
}

/** Returns an offset as the name of a time zone: `+05:30`, or `UTC`. */
function formatOffset(offset: number | undefined): string | undefined {
  if (offset === undefined || offset === 0) return offset === undefined ? undefined : 'UTC'
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `${offset > 0 ? '+' : '-'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/**
 * Returns the end of a date in the zone of its start. Both are in one zone, so offsets that differ by a clock change are those of the same
 * zone, and the time is the one that the editor wrote. Otherwise it is the same instant in local time with the other offset.
 */
function moveTo(moment: Moment, offset: number | undefined): Moment {
  const { day, time, offset: own } = moment
  if (time === undefined || own === undefined || offset === undefined || own === offset) return moment
  if (Math.abs(own - offset) <= MAX_CLOCK_CHANGE) return moment
  const moved = Date.parse(`${day}T${time}:00Z`) + (offset - own) * 60_000
  if (Number.isNaN(moved)) return moment
  const iso = new Date(moved).toISOString()
  return { day: iso.slice(0, 10), time: iso.slice(11, 16), offset }
}
