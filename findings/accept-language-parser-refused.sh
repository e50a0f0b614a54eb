#!/usr/bin/env bash
# accept-language-parser 1.5.0: a visitor gets the language that the browser refuses, or likes least.
#
# Expected: languages are picked in the order of their weights, which the documentation takes from the HTTP specification. There, a weight
# of 0 means "not acceptable", and white space is allowed on both sides of the semicolon before a weight (RFC 9110, section 12.4.2). A tag
# may have a script and no region, as `sr-Latn`, and `parse` has a field for the script.
# Behaviour: a weight of 0 is only the lowest. To a visitor who accepts all languages except German, a site in English and German is shown
# in German, because `*` is not matched. With a space before the semicolon, the weight becomes a language called "q", and the language
# before it gets the highest weight. The script of `sr-Latn` is returned as its region.
# Output seen: {"refused":"de","space":"de","noSpace":"en","parsed":["de:1","q:1","en:0.9"],"region":"Latn"}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts accept-language-parser@1.5.0
cat >pick.mjs <<'SCRIPT'
import { parse, pick } from 'accept-language-parser'

const seen = JSON.stringify({
  refused: pick(['en', 'de'], 'de;q=0, *'),
  space: pick(['de', 'en'], 'de ; q=0.1, en;q=0.9'),
  noSpace: pick(['de', 'en'], 'de;q=0.1, en;q=0.9'),
  parsed: parse('de ; q=0.1, en;q=0.9').map(({ code, quality }) => `${code}:${quality}`),
  region: parse('sr-Latn')[0].region,
})
console.log(seen)
process.exit(
  seen === '{"refused":"de","space":"de","noSpace":"en","parsed":["de:1","q:1","en:0.9"],"region":"Latn"}' ? 0 : 1,
)
SCRIPT
node pick.mjs
