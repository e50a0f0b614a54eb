#!/usr/bin/env bash
# notion-utils 8.0.6: a date is shown with the month of one time zone and the day of another, and its own time zone is not read.
#
# Expected: `formatDate('2026-02-01')` returns February 1, or, on a machine west of Greenwich, January 31: one of the two days that
# this moment has. `getPageProperty` returns the moment of a date with a time in the time zone that the property names (`time_zone`).
# Behaviour: `formatDate` takes the month in the time zone of the machine, and the day and year in UTC. On a machine in Los Angeles, the
# first of each month is shown a month early, and the first of January nearly a year late. `getPageProperty` ignores `time_zone`:
# a post that is due at 09:00 in New York gets another moment on each machine. The type of the property has this field.
# Output seen: {"february":"Jan 1, 2026","newYear":"Dec 1, 2026","due":"2026-02-01T17:00:00.000Z"}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts notion-utils@8.0.6
cat >read.mjs <<'SCRIPT'
import { formatDate, getPageProperty } from 'notion-utils'

const date = { type: 'datetime', start_date: '2026-02-01', start_time: '09:00', time_zone: 'America/New_York' }
const page = { id: 'post', parent_id: 'posts', properties: { a: [['‣', [['d', date]]]] } }
const recordMap = { collection: { posts: { value: { id: 'posts', schema: { a: { name: 'Due', type: 'date' } } } } } }

const seen = JSON.stringify({
  february: formatDate('2026-02-01'),
  newYear: formatDate('2026-01-01'),
  due: new Date(getPageProperty('Due', page, recordMap)), // 09:00 in New York is 14:00 in UTC.
})
console.log(seen)
process.exit(seen === '{"february":"Jan 1, 2026","newYear":"Dec 1, 2026","due":"2026-02-01T17:00:00.000Z"}' ? 0 : 1)
SCRIPT
TZ=America/Los_Angeles node read.mjs
