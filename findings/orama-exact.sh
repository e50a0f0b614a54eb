#!/usr/bin/env bash
# @orama/orama 3.1.18: a search for exact terms finds no document by its list of tags, and none by a word that ends with a sign.
#
# Expected: `exact` is documented to match the term exactly, so it leaves out documents that only have a longer or a similar word. A
# document with the very term, in a field of the schema that is searched, stays in the results.
# Behaviour: with `exact`, results are filtered by the texts of their fields. A `string[]` is not a text, so no tag is ever found. In a
# text, the term has to end at a word boundary, as `\b` in a regular expression, and there is none after the last sign of "C++".
# Output seen: {"any":{"tides":["a"],"shore":["a"],"C++":["b"]},"exact":{"tides":["a"],"shore":[],"C++":[]}}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @orama/orama@3.1.18
cat >search.mjs <<'SCRIPT'
import { create, insert, search } from '@orama/orama'

const database = create({ schema: { title: 'string', tags: 'string[]' } })
insert(database, { id: 'a', title: 'How tides work', tags: ['shore', 'moon'] })
insert(database, { id: 'b', title: 'Notes on C++', tags: ['code'] })

const findAll = (exact) =>
  Object.fromEntries(
    ['tides', 'shore', 'C++'].map((term) => [term, search(database, { term, exact }).hits.map(({ id }) => id)]),
  )
const seen = JSON.stringify({ any: findAll(false), exact: findAll(true) })
console.log(seen)
process.exit(
  seen === '{"any":{"tides":["a"],"shore":["a"],"C++":["b"]},"exact":{"tides":["a"],"shore":[],"C++":[]}}' ? 0 : 1,
)
SCRIPT
node search.mjs
