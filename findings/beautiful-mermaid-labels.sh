#!/usr/bin/env bash
# beautiful-mermaid 1.1.3: valid diagrams are drawn without an error, but with other texts than Mermaid's documentation describes.
#
# Expected: a drawing has the labels of its source, or the function throws, as it does for types of diagrams that it does not know.
# Behaviour: an entity with an alias, `p[Person]`, becomes two entities, "p[Person]" with its attributes and "p" with the relations.
# A class member `+title: String` has its name and its type swapped. `autonumber` adds no numbers. `#quot;`, which stands for a
# quotation mark, is drawn as it is written.
# Output seen: {"entities":["p[Person]","p"],"member":["String","title:"],"numbers":0,"entityCode":true}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts beautiful-mermaid@1.1.3
cat >draw.mjs <<'SCRIPT'
import { renderMermaidSVG } from 'beautiful-mermaid'

const readTexts = (source) =>
  [...renderMermaidSVG(source).matchAll(/<(?:text|tspan)[^>]*>([^<]+)</g)].map(([, text]) => text.trim())

const relation = readTexts('erDiagram\n  p[Person] {\n    string name\n  }\n  q[Car]\n  p ||--o{ q : owns')
const classes = readTexts('classDiagram\n  class Book {\n    +title: String\n  }')
const sequence = readTexts('sequenceDiagram\n  autonumber\n  Alice->>Bob: Hello\n  Bob-->>Alice: Hi')
const flow = readTexts('flowchart TD\n  A["Say #quot;hi#quot;"] --> B')

const seen = JSON.stringify({
  entities: relation.filter((text) => text.startsWith('p')),
  member: classes.filter((text) => text === 'String' || text === 'title:'),
  numbers: sequence.filter((text) => /\d/.test(text)).length,
  entityCode: flow.includes('Say #quot;hi#quot;'),
})
console.log(seen)
process.exit(
  seen === '{"entities":["p[Person]","p"],"member":["String","title:"],"numbers":0,"entityCode":true}' ? 0 : 1,
)
SCRIPT
node draw.mjs
