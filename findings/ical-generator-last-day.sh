#!/usr/bin/env bash
# ical-generator 10.2.0 with Luxon 3.7.2: the last day of a recurring event is missing east of Greenwich, and times that are in UTC by
# definition are written in the zone of the machine.
#
# Expected: `until` and the start are dates of one event, and are written in the same way. RFC 5545 requires this: `UNTIL` is a date if
# the start is one (section 3.3.10). Its `DTSTAMP` and `CREATED` must be in UTC (sections 3.8.7.2 and 3.8.7.1), as they are here if the
# calendar has no zone.
# Behaviour: for events of whole days, `until` is the only date that is converted to UTC. Midnight in Tokyo becomes 15:00 of the day
# before, and a reader, here ical.js 2.2.1, leaves the last day out. If the calendar has a zone, `DTSTAMP` and `CREATED` have neither this
# zone nor UTC, but the hour of the machine.
# Output seen: {"rule":"20260106T150000Z","days":["2026-01-05","2026-01-06"],"stamps":["20260101T120000Z","20260101T070000"]}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ical-generator@10.2.0 ical.js@2.2.1 luxon@3.7.2
cat >write.mjs <<'SCRIPT'
import ICAL from 'ical.js'
import ical from 'ical-generator'
import { DateTime } from 'luxon'

const write = (options, event) => {
  const calendar = ical(options)
  calendar.createEvent({ summary: 'Tides', ...event })
  return calendar.toString()
}
const readDays = (text) => {
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent'))
  const iterator = event.iterator()
  const days = []
  for (let day = iterator.next(); day; day = iterator.next()) days.push(day.toString())
  return days
}
const inTokyo = (day) => DateTime.fromISO(day, { zone: 'Asia/Tokyo' })
const recurring = write(
  {},
  { allDay: true, start: inTokyo('2026-01-05'), repeating: { freq: 'DAILY', until: inTokyo('2026-01-07') } },
)
const stamped = { start: new Date('2026-01-05T12:00:00Z'), stamp: new Date('2026-01-01T12:00:00Z') }

const seen = JSON.stringify({
  rule: recurring.match(/UNTIL=(\w+)/)[1],
  days: readDays(recurring),
  stamps: [{}, { timezone: 'Europe/Berlin' }].map((options) => write(options, stamped).match(/DTSTAMP:(\w+)/)[1]),
})
console.log(seen)
process.exit(
  seen ===
    '{"rule":"20260106T150000Z","days":["2026-01-05","2026-01-06"],"stamps":["20260101T120000Z","20260101T070000"]}'
    ? 0
    : 1,
)
SCRIPT
TZ=America/New_York node write.mjs
