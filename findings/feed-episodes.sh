#!/usr/bin/env bash
# feed 6.0.0: a podcast has its durations only in the first RSS feed that is made, and its files are described differently in each format.
#
# Expected: `rss2`, `atom1` and `json1` write one feed in three formats. Each can be called again, with the same result. The documented
# `type` of an enclosure is its media type, and JSON Feed, which the package writes as version 1, has attachments for files.
# Behaviour: `rss2` removes the duration from the item, so that the next call, and any other use of the item, has none. `atom1` ignores the
# type and makes one of the file's extension, `audio/mp3`, which is not registered. `json1` leaves the file out.
# Output seen: {"durations":[1,0],"rss":"audio/mpeg","atom":"audio/mp3","json":false}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts feed@6.0.0
cat >write.mjs <<'SCRIPT'
import { Feed } from 'feed'

const feed = new Feed({ title: 'Tides', id: 'https://site.example/', link: 'https://site.example/', podcast: true })
feed.addItem({
  title: 'Spring tides',
  link: 'https://site.example/spring',
  date: new Date('2026-01-01'),
  audio: { url: 'https://site.example/spring.mp3', type: 'audio/mpeg', length: 4096, duration: 125 },
})
const countDurations = () => feed.rss2().split('<itunes:duration>').length - 1
const findType = (xml) => xml.match(/<(?:enclosure|link rel="enclosure").*type="([^"]+)"/)[1]

const seen = JSON.stringify({
  durations: [countDurations(), countDurations()],
  rss: findType(feed.rss2()),
  atom: findType(feed.atom1()),
  json: feed.json1().includes('spring.mp3'),
})
console.log(seen)
process.exit(seen === '{"durations":[1,0],"rss":"audio/mpeg","atom":"audio/mp3","json":false}' ? 0 : 1)
SCRIPT
node write.mjs
