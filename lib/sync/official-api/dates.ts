import { toWallClock } from '../../workspace/dates'
import type { Loss } from '../../workspace/losses'
import { isObject } from '../../workspace/values'

/** The range of the time zones `Etc/GMT…`, which exist for whole hours only. */
const MAX_HOURS_BEHIND = 12
const MAX_HOURS_AHEAD = 14
/** Zones with other offsets. Node.js 20 does not accept an offset such as `+05:30` as a zone. */
const PART_HOUR_ZONES = [
  'Asia/Kolkata',
  'Asia/Tehran',
  'Asia/Kabul',
  'Asia/Kathmandu',
  'Asia/Yangon',
  'Australia/Eucla',
  'Australia/Darwin',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Marquesas',
  'America/St_Johns',
]
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

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
  const named = typeof value.time_zone === 'string' ? value.time_zone : undefined
  const zone = named === undefined ? getZone(start) : { name: named, offset: start.offset }
  const from = moveTo(start, zone.offset)
  const given = readMoment(value.end)
  const end = given && moveTo(given, zone.offset)
  const isTimed = from.time !== undefined || end?.time !== undefined
  if (isTimed && named === undefined) losses.add('time-zone')
  return {
    type: `${isTimed ? 'datetime' : 'date'}${end === undefined ? '' : 'range'}`,
    start_date: from.day,
    ...(from.time !== undefined && { start_time: from.time }),
    ...(end !== undefined && { end_date: end.day }),
    ...(end?.time !== undefined && { end_time: end.time }),
    ...(isTimed && zone.name !== undefined && { time_zone: zone.name }),
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

/** Returns a time zone with this offset at a moment; UTC if there is none. */
function getZone(moment: Moment): { name?: string; offset?: number } {
  const { day, time, offset } = moment
  if (offset === undefined) return {}
  const hours = offset / 60
  if (Number.isInteger(hours) && hours !== 0 && hours >= -MAX_HOURS_BEHIND && hours <= MAX_HOURS_AHEAD) {
    // The sign in these names is reversed.
    return { name: `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`, offset }
  }
  const instant = Date.parse(`${day}T${time ?? '00:00'}:00Z`) - offset * 60_000
  const isThere = (zone: string) => toWallClock(instant, zone) - instant === offset * 60_000
  const name = Number.isNaN(instant) || hours === 0 ? undefined : PART_HOUR_ZONES.find(isThere)
  return name === undefined ? { name: 'UTC', offset: 0 } : { name, offset }
}

/** Returns the same instant in local time with another offset. */
function moveTo(moment: Moment, offset: number | undefined): Moment {
  const { day, time, offset: own } = moment
  if (time === undefined || own === undefined || offset === undefined || own === offset) return moment
  const moved = Date.parse(`${day}T${time}:00Z`) + (offset - own) * 60_000
  if (Number.isNaN(moved)) return moment
  const iso = new Date(moved).toISOString()
  return { day: iso.slice(0, 10), time: iso.slice(11, 16), offset }
}
