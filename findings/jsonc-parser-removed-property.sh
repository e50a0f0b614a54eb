#!/usr/bin/env bash
# jsonc-parser 3.3.1: `modify` removes a property such that the document is no longer valid, or that a comment describes another one.
#
# Expected: `modify` is documented to compute the edits that remove a property from a JSON document, and the package to be for JSON with
# comments. So a document that `parse` accepts with `allowTrailingComma` is accepted after the edits, as it is after the removal of
# the only item of an array, and the remaining properties keep their comments.
# Behaviour: the only property is removed without the comma after it. If the last one of several is removed, the comment after the
# property above it is removed too, and its own comment stays, so that "seconds" describes the port.
# Output seen: {"array":"[]","object":"{,}","errors":1,"comments":"{\n  \"port\": 80 // seconds\n}"}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jsonc-parser@3.3.1
cat >remove.mjs <<'SCRIPT'
import { applyEdits, modify, parse } from 'jsonc-parser'

const remove = (text, key) => applyEdits(text, modify(text, [key], undefined, {}))
const countErrors = (text) => {
  const errors = []
  parse(text, errors, { allowTrailingComma: true })
  return errors.length
}
const object = remove('{"port": 80,}', 'port')

const seen = JSON.stringify({
  array: remove('[80,]', 0),
  object,
  errors: countErrors(object),
  comments: remove('{\n  "port": 80, // of the proxy\n  "timeout": 30 // seconds\n}', 'timeout'),
})
console.log(seen)
process.exit(
  seen === String.raw`{"array":"[]","object":"{,}","errors":1,"comments":"{\n  \"port\": 80 // seconds\n}"}` ? 0 : 1,
)
SCRIPT
node remove.mjs
