#!/usr/bin/env bash
# date-fns 4.4.0: with some of its locales, `parse` reads a date that `format` has written as another month, without an error.
#
# Expected: both functions document the same tokens, so `parse` reads what `format` has written with the same pattern and locale
# as the same date. If a locale cannot be read, the result is an invalid date, as it is for a name that no month has.
# Behaviour: in these locales, the expression that finds one month also matches the name of another, and the first match counts. June
# is read as May in Kazakh, May as March in Western Frisian, June and July as January in Armenian, and January as December in Central
# Kurdish. In Uzbek, 15:00 becomes 03:00: the token `p` writes an hour from 1 to 12 and does not say which half of the day it is in.
# Output seen: {"kk":"2026-05-15","fy":"2026-03-15","hy":"2026-01-15 2026-01-15","ckb":"2026-12-15","uz":"03:00"}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts date-fns@4.4.0
cat >read.mjs <<'SCRIPT'
import { format, parse } from 'date-fns'
import { ckb, fy, hy, kk, uz } from 'date-fns/locale'

const readBack = (date, pattern, locale) => parse(format(date, pattern, { locale }), pattern, new Date(2026, 0, 1), { locale })
const readMonth = (month, locale) => format(readBack(new Date(2026, month - 1, 15), 'd MMMM yyyy', locale), 'yyyy-MM-dd')

const seen = JSON.stringify({
  kk: readMonth(6, kk),
  fy: readMonth(5, fy),
  hy: `${readMonth(6, hy)} ${readMonth(7, hy)}`,
  ckb: readMonth(1, ckb),
  uz: format(readBack(new Date(2026, 5, 15, 15), 'PPPp', uz), 'HH:mm'),
})
console.log(seen)
process.exit(
  seen === '{"kk":"2026-05-15","fy":"2026-03-15","hy":"2026-01-15 2026-01-15","ckb":"2026-12-15","uz":"03:00"}' ? 0 : 1,
)
SCRIPT
node read.mjs
