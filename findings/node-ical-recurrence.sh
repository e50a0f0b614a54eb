#!/usr/bin/env bash
# node-ical 0.26.1: an event on the 31st of each month moves to the 28th for good, and additional dates of an event are missing.
#
# Expected: `expandRecurringEvent` returns the dates of an event's rule. RFC 5545 has dates that do not exist left out (section 3.3.10): a
# monthly event that begins on 31 January has none in February, and the next on 31 March. The dates of `RDATE` belong to the event as
# those of its rule do (section 3.8.5.2), and `EXDATE`, their counterpart, is read.
# Behaviour: February has an event on the 28th, and so has each month after it. A yearly event of 29 February is on the 28th in each later
# year, also in a leap year. If the rule repeats the day, as `BYMONTHDAY=31`, months without it are left out. `RDATE` has no effect.
# Output seen: {"monthly":["01-31","02-28","03-28"],"byDay":["01-31","03-31","05-31"],"leap":"2028-02-28","additional":["01-05","01-06"]}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts node-ical@0.26.1
cat >expand.mjs <<'SCRIPT'
import ical from 'node-ical'

const expand = (...lines) => {
  const event = ['BEGIN:VEVENT', 'UID:event', 'DTSTAMP:20260101T000000Z', 'SUMMARY:Tides', ...lines, 'END:VEVENT']
  const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//site.example//EN', ...event, 'END:VCALENDAR', '']
  const period = { from: new Date('2024-01-01T00:00:00Z'), to: new Date('2028-12-31T00:00:00Z') }
  return ical
    .expandRecurringEvent(ical.sync.parseICS(calendar.join('\r\n')).event, period)
    .map(({ start }) => start.toISOString().slice(0, 10))
}
const withoutYear = (dates) => dates.map((date) => date.slice(5))

const seen = JSON.stringify({
  monthly: withoutYear(expand('DTSTART:20260131T120000Z', 'RRULE:FREQ=MONTHLY;COUNT=3')),
  byDay: withoutYear(expand('DTSTART:20260131T120000Z', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3')),
  leap: expand('DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY').at(-1),
  additional: withoutYear(expand('DTSTART:20260105T120000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'RDATE:20260109T120000Z')),
})
console.log(seen)
process.exit(
  seen ===
    '{"monthly":["01-31","02-28","03-28"],"byDay":["01-31","03-31","05-31"],"leap":"2028-02-28","additional":["01-05","01-06"]}'
    ? 0
    : 1,
)
SCRIPT
TZ=UTC node expand.mjs
