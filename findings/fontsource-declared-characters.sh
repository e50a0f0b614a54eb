#!/usr/bin/env bash
# @fontsource-variable/noto-sans-sc 5.3.1 and @fontsource/noto-sans-math 5.3.0: `unicode.json`, and the `unicode-range` of
# their style sheets, do not match the character maps of the font files.
#
# Expected: a file declares the characters that it has, so that a program (or a browser) knows which file draws a character.
# Behaviour: Noto Sans SC declares 80 Hangul syllables that the declaring files lack. Noto Sans Math has one file, "latin", which
# declares no mathematical letter and has U+1D401: in a browser, its style sheet never draws one.
# Output seen: {"declaredHangul":80,"hangulInFiles":0,"mathDeclares1D401":false,"mathHas1D401":true}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts \
  @fontsource-variable/noto-sans-sc@5.3.1 @fontsource/noto-sans-math@5.3.0 fontkit@2.0.4
cat >find.mjs <<'SCRIPT'
import { readdirSync, readFileSync } from 'node:fs'
import * as fontkit from 'fontkit'

const parse = (list) =>
  list.split(',').map((range) => {
    const [from, to = from] = range.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(from.replaceAll('?', '0'), 16), Number.parseInt(to.replaceAll('?', 'F'), 16)]
  })
const readDeclared = (name) => Object.entries(JSON.parse(readFileSync(`node_modules/${name}/unicode.json`, 'utf8')))
const open = (name, file) => fontkit.create(readFileSync(`node_modules/${name}/files/${file}`))

const chinese = '@fontsource-variable/noto-sans-sc'
let declaredHangul = 0
let hangulInFiles = 0
for (const [key, list] of readDeclared(chinese)) {
  const codes = parse(list).flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((code) => code >= 0xac00 && code <= 0xd7a3),
  )
  if (codes.length === 0) continue
  const font = open(chinese, `noto-sans-sc-${key.replace(/[[\]]/g, '')}-wght-normal.woff2`)
  declaredHangul += codes.length
  hangulInFiles += codes.filter((code) => font.hasGlyphForCodePoint(code)).length
}

const math = '@fontsource/noto-sans-math'
const files = readdirSync(`node_modules/${math}/files`).filter((file) => file.endsWith('.woff2'))
const mathDeclares1D401 = readDeclared(math).some(([, list]) =>
  parse(list).some(([from, to]) => from <= 0x1d401 && 0x1d401 <= to),
)
const mathHas1D401 = files.some((file) => open(math, file).hasGlyphForCodePoint(0x1d401))

const seen = JSON.stringify({ declaredHangul, hangulInFiles, mathDeclares1D401, mathHas1D401 })
console.log(seen)
process.exit(seen === '{"declaredHangul":80,"hangulInFiles":0,"mathDeclares1D401":false,"mathHas1D401":true}' ? 0 : 1)
SCRIPT
node find.mjs
