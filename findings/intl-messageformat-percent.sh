#!/usr/bin/env bash
# intl-messageformat 12.1.5: the message whose number is "30%" in ICU's guide is written as "3,000%".
#
# Expected: the documentation of FormatJS has messages in ICU's syntax and refers to ICU's guide for number skeletons, which follow `::`.
# In the guide's examples, `percent scale/100`, or `%x100` for short, writes 0.3 as "30%", since `percent` adds the sign only. A part of a
# skeleton that is not supported is reported, as it is in skeletons of dates.
# Behaviour: `percent` multiplies by 100, and `scale/100` does so again. @messageformat/core 3.4.1, for the same syntax, writes "30%".
# `permille`, and `precision-increment/0.05`, which the guide has for prices, are ignored without an error.
# Output seen: {"percent":"3,000%","short":"3,000%","other":"30%","permille":"0.3","rounded":"0.27"}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts intl-messageformat@12.1.5 @messageformat/core@3.4.1
cat >format.mjs <<'SCRIPT'
import MessageFormat from '@messageformat/core'
import { IntlMessageFormat } from 'intl-messageformat'

const createMessage = (skeleton) => `{share, number, ::${skeleton}}`
const format = (skeleton, share) => new IntlMessageFormat(createMessage(skeleton), 'en').format({ share })

const seen = JSON.stringify({
  percent: format('percent scale/100', 0.3),
  short: format('%x100', 0.3),
  other: new MessageFormat('en').compile(createMessage('percent scale/100'))({ share: 0.3 }),
  permille: format('permille', 0.3),
  rounded: format('precision-increment/0.05', 0.27),
})
console.log(seen)
process.exit(
  seen === '{"percent":"3,000%","short":"3,000%","other":"30%","permille":"0.3","rounded":"0.27"}' ? 0 : 1,
)
SCRIPT
node format.mjs
