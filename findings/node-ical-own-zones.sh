#!/usr/bin/env bash
# node-ical 0.26.1: the zone that a calendar defines is given to events without a zone, and not to the events that name it.
#
# Expected: a calendar defines its zones with their offsets, under names of its own choice (RFC 5545, sections 3.2.19 and 3.6.5). An event
# that names such a zone is read with its offsets. A time without a zone is the same hour everywhere, so the definition of a zone that
# other events use does not change it. The package is described as one that handles dates with their zones.
# Behaviour: an event at 09:00 in a zone "Office", two hours ahead of UTC in summer, gets the zone of the machine. A time without a zone
# gets a zone that has the offsets of "Office", once the calendar contains the definition. The calendar below has one of each, and, on a
# machine in New York, both are read wrong.
# Output seen: {"zoned":"2026-07-01T13:00:00.000Z","floating":"2026-07-01T07:00:00.000Z","floatingAlone":"2026-07-01T13:00:00.000Z"}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts node-ical@0.26.1
cat >read.mjs <<'SCRIPT'
import ical from 'node-ical'

const createPart = (name, ...lines) => [`BEGIN:${name}`, ...lines, `END:${name}`]
const createRule = (name, month, day, hour, from, to) =>
  createPart(
    name,
    `DTSTART:1970${month}${day}T0${hour}0000`,
    `RRULE:FREQ=YEARLY;BYMONTH=${Number(month)};BYDAY=-1SU`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
  )
const zone = createPart(
  'VTIMEZONE',
  'TZID:Office',
  ...createRule('STANDARD', '10', '25', 3, '+0200', '+0100'),
  ...createRule('DAYLIGHT', '03', '29', 2, '+0100', '+0200'),
)
const createEvent = (id, start) => createPart('VEVENT', `UID:${id}`, 'DTSTAMP:20260101T000000Z', start, `SUMMARY:${id}`)
const zoned = createEvent('zoned', 'DTSTART;TZID=Office:20260701T090000')
const floating = createEvent('floating', 'DTSTART:20260701T090000')

const read = (...parts) => {
  const lines = createPart('VCALENDAR', 'VERSION:2.0', 'PRODID:-//site.example//EN', ...parts.flat())
  return ical.sync.parseICS(`${lines.join('\r\n')}\r\n`)
}
const both = read(zone, zoned, floating)
const seen = JSON.stringify({
  zoned: both.zoned.start, // 09:00 in the zone is 07:00 in UTC.
  floating: both.floating.start,
  floatingAlone: read(floating).floating.start,
})
console.log(seen)
process.exit(
  seen ===
    '{"zoned":"2026-07-01T13:00:00.000Z","floating":"2026-07-01T07:00:00.000Z","floatingAlone":"2026-07-01T13:00:00.000Z"}'
    ? 0
    : 1,
)
SCRIPT
TZ=America/New_York node read.mjs
