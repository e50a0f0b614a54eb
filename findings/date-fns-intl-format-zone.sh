#!/usr/bin/env bash
# date-fns 4.4.0 with @date-fns/tz 1.5.0 and @date-fns/utc 2.1.1: `intlFormat` leaves the time zone of a date out.
#
# Expected: since version 4, functions of date-fns work in the time zone of the `TZDate` or `UTCDate` that they are given: `format`
# does, and so does `toLocaleString` of the date itself. `intlFormat` is described as one that formats a date, and has no warning.
# Behaviour: `intlFormat` passes the date to `Intl.DateTimeFormat`, which knows the moment only, and writes it in the time zone of the
# machine. A date of New Year in Tokyo gets the day before on a machine in New York.
# Output seen: {"tokyo":["2026-01-01","1/1/2026","12/31/2025"],"utc":["2026-01-01","1/1/2026","12/31/2025"]}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts date-fns@4.4.0 @date-fns/tz@1.5.0 @date-fns/utc@2.1.1
cat >format.mjs <<'SCRIPT'
import { TZDate } from '@date-fns/tz'
import { UTCDate } from '@date-fns/utc'
import { format, intlFormat } from 'date-fns'

const write = (date) => [
  format(date, 'yyyy-MM-dd'),
  date.toLocaleDateString('en-US'),
  intlFormat(date, { locale: 'en-US' }),
]
const seen = JSON.stringify({ tokyo: write(new TZDate(2026, 0, 1, 'Asia/Tokyo')), utc: write(new UTCDate(2026, 0, 1)) })
console.log(seen)
process.exit(
  seen === '{"tokyo":["2026-01-01","1/1/2026","12/31/2025"],"utc":["2026-01-01","1/1/2026","12/31/2025"]}' ? 0 : 1,
)
SCRIPT
TZ=America/New_York node format.mjs
