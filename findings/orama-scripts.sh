#!/usr/bin/env bash
# @orama/orama 3.1.18: a search in Hindi or Tamil finds other words too, and a search in Serbian finds nothing in Cyrillic.
#
# Expected: the documentation's table of supported languages has a tokenizer for Hindi, in Devanagari, and one for Serbian, with a note
# that it is for Cyrillic and Latin. So a word finds the document that has it, and none that merely has the same consonants.
# Behaviour: the characters that a word may have are listed for each language. The list for Hindi (`indian`), and those for Nepali and
# Tamil, end before the signs of vowels, so that words are cut at each. "पानी" (water) becomes "प" and "न", and finds "पन्ना" (emerald)
# with the same score. The list for Serbian has Latin letters only, so a text in Cyrillic has no words.
# Output seen: {"hindi":["पानी","पन्ना"],"tamil":["மொழி","மழை"],"latin":["Beograd"],"cyrillic":[]}
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

const find = (language, titles, term) => {
  const database = create({ schema: { title: 'string' }, language })
  for (const title of titles) insert(database, { title })
  return search(database, { term }).hits.map(({ document }) => document.title)
}
const seen = JSON.stringify({
  hindi: find('indian', ['पानी', 'पन्ना'], 'पानी'),
  tamil: find('tamil', ['மொழி', 'மழை'], 'மொழி'),
  latin: find('serbian', ['Beograd', 'Novi Sad'], 'Beograd'),
  cyrillic: find('serbian', ['Београд', 'Нови Сад'], 'Београд'),
})
console.log(seen)
process.exit(
  seen === '{"hindi":["पानी","पन्ना"],"tamil":["மொழி","மழை"],"latin":["Beograd"],"cyrillic":[]}' ? 0 : 1,
)
SCRIPT
node search.mjs
