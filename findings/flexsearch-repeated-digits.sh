#!/usr/bin/env bash
# FlexSearch 0.8.212: a search for the year 2000 finds 2200, and a search for room 10 finds rooms 100, 110 and 1000.
#
# Expected: `dedupe` is documented to join consecutive letters, so that "missing" is found by "mising". Digits are not letters: the
# options of the encoder have `letter` and `number` for them. Numbers with other digits stay different, as 404 and 405 do.
# Behaviour: repeated digits are joined like repeated letters, in the index and in the query, so that 10, 100 and 110 are one term. Longer
# numbers are split into groups of three digits first, which does not keep them apart. True and false matches are returned alike. Without
# `dedupe`, which is on unless it is turned off, only the number itself is found.
# Output seen: {"year":["2000","2200"],"room":["10","100","110","1000"],"status":["405"],"withoutDedupe":["10"]}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts flexsearch@0.8.212
cat >search.mjs <<'SCRIPT'
import flexsearch from 'flexsearch'

const titles = ['10', '100', '110', '1000', '404', '405', '2000', '2200']
const find = (term, dedupe) => {
  const encoder = new flexsearch.Encoder({ dedupe, include: { letter: true, number: true } })
  const index = new flexsearch.Index({ encoder })
  for (const [id, title] of titles.entries()) index.add(id, `Number ${title}`)
  return index.search(term).map((id) => titles[id])
}
const seen = JSON.stringify({
  year: find('2000', true),
  room: find('10', true),
  status: find('405', true),
  withoutDedupe: find('10', false),
})
console.log(seen)
process.exit(
  seen === '{"year":["2000","2200"],"room":["10","100","110","1000"],"status":["405"],"withoutDedupe":["10"]}' ? 0 : 1,
)
SCRIPT
node search.mjs
