#!/usr/bin/env bash
# robots-parser 3.0.1: a line that is not a rule, such as a sitemap's address, ends the list of crawlers that a group is for.
#
# Expected: the package follows the draft that became RFC 9309. Its section 2.2.4 says that lines of other kinds must not change how
# groups are read, with a sitemap's address as the example. So the rules below are for both crawlers, with such a line or without.
# Behaviour: the crawler after the line begins a new group. The group before it has no rules, so everything is allowed to the first
# crawler. A delay, which the RFC does not define, has the same effect.
# Output seen: {"plain":[false,false],"sitemap":[true,false],"delay":[true,false]}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts robots-parser@3.0.1
cat >read.mjs <<'SCRIPT'
import parseRobots from 'robots-parser'

const isAllowed = (...line) => {
  const text = ['User-agent: first', ...line, 'User-agent: second', 'Disallow: /drafts'].join('\n')
  const robots = parseRobots('https://site.example/robots.txt', text)
  return ['first', 'second'].map((crawler) => robots.isAllowed('https://site.example/drafts', crawler))
}
const seen = JSON.stringify({
  plain: isAllowed(),
  sitemap: isAllowed('Sitemap: https://site.example/sitemap.xml'),
  delay: isAllowed('Crawl-delay: 5'),
})
console.log(seen)
process.exit(seen === '{"plain":[false,false],"sitemap":[true,false],"delay":[true,false]}' ? 0 : 1)
SCRIPT
node read.mjs
