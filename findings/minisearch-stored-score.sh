#!/usr/bin/env bash
# MiniSearch 7.2.0: a stored field that has the name of a part of a result replaces this part, and then decides the order.
#
# Expected: `storeFields` copies fields of documents into results, so that they can be shown. Its documentation names no
# reserved names, and results are ordered by relevance, which a copy for display does not change.
# Behaviour: stored fields are written over the result before it is sorted. Reviews with a stored `score` are sorted by it, not by
# relevance, although `score` is not searched. Stored `terms` and `match` replace the list and the map that highlighting reads.
# The names are accepted without a warning.
# Output seen: {"order":["short","long"],"orderWithStoredScore":["long","short"],"terms":"30 days","match":"home, away"}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts minisearch@7.2.0
cat >search.mjs <<'SCRIPT'
import MiniSearch from 'minisearch'

const reviews = [
  { id: 'short', text: 'tides', score: 2, terms: '30 days', match: 'home, away' },
  { id: 'long', text: 'a walk along the coast, the weather, the food and, once, the tides', score: 5 },
]
const search = (storeFields) => {
  const index = new MiniSearch({ fields: ['text'], storeFields })
  index.addAll(reviews)
  return index.search('tides')
}
const getIds = (results) => results.map(({ id }) => id)
const [{ terms, match }] = search(['terms', 'match'])

const seen = JSON.stringify({
  order: getIds(search([])),
  orderWithStoredScore: getIds(search(['score'])),
  terms,
  match,
})
console.log(seen)
process.exit(
  seen === '{"order":["short","long"],"orderWithStoredScore":["long","short"],"terms":"30 days","match":"home, away"}'
    ? 0
    : 1,
)
SCRIPT
node search.mjs
