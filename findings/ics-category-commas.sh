#!/usr/bin/env bash
# ics 3.12.0, ts-ics 2.4.6 and node-ical 0.26.1: a category with a comma in its name becomes two categories of a calendar.
#
# Expected: `CATEGORIES` is a list of texts, separated by commas (RFC 5545, section 3.8.1.2). A comma inside a text is escaped with a
# backslash (section 3.3.11), as these packages do in a summary, which they also read so. So "Talks, past" is one category.
# Behaviour: both writers join the categories without escaping any comma. Both readers cut at an escaped comma, too: the first part keeps
# the backslash. The same text in the summary is written and read as it is.
# Output seen: {"written":["Talks, past,News","Talks, past,News"],"read":[["Talks\\"," past","News"],["Talks\\","past","News"]]}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ics@3.12.0 ts-ics@2.4.6 node-ical@0.26.1
cat >convert.mjs <<'SCRIPT'
import { createEvent } from 'ics'
import nodeIcal from 'node-ical'
import { convertIcsCalendar, generateIcsCalendar } from 'ts-ics'

const name = 'Talks, past'
const categories = [name, 'News']
const date = new Date('2026-01-05T09:00:00Z')
const own = createEvent({ uid: 'event', title: name, start: [2026, 1, 5, 9, 0], duration: { hours: 1 }, categories }).value
const other = generateIcsCalendar({
  version: '2.0',
  prodId: 'site',
  events: [{ uid: 'event', summary: name, stamp: { date }, start: { date }, duration: { hours: 1 }, categories }],
})
const correct = other.replace(/CATEGORIES:.*/, 'CATEGORIES:Talks\\, past,News')
const [first] = convertIcsCalendar(undefined, correct).events
const { event: second } = nodeIcal.sync.parseICS(correct)
if (!own.includes('Talks\\, past') || first.summary !== name || second.summary !== name) throw new Error('The summary is wrong.')

const seen = JSON.stringify({
  written: [own, other].map((text) => text.match(/CATEGORIES:(.*)/)[1].trim()),
  read: [first, second].map((event) => event.categories),
})
console.log(seen)
process.exit(
  seen ===
    String.raw`{"written":["Talks, past,News","Talks, past,News"],"read":[["Talks\\"," past","News"],["Talks\\","past","News"]]}`
    ? 0
    : 1,
)
SCRIPT
node convert.mjs
