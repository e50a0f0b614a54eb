#!/usr/bin/env bash
# epub-gen-memory 1.1.2: lists start at 1 again, finished tasks are open, and formulas are plain letters in the EPUB.
#
# Expected: the package makes EPUB 3 from HTML, whose chapters are XHTML, so what HTML and EPUB have in common is kept: `start` and
# `value` of lists, `checked` of a task and the markup of a formula. In XHTML, MathML is known by its namespace, which the HTML syntax
# does not need, so the conversion keeps or adds `xmlns`. EPUBCheck refuses a book whose formulas have none.
# Behaviour: attributes that are not in a list of the package's own are removed, and nothing is reported. The list has handlers of events,
# `vocab` and `typeof`, but not these. `xmlns` is removed even if the HTML has it: "x²" is shown as "x2". A step 5 becomes step 1.
# Output seen: {"list":"<ol>","task":"<input type=\"checkbox\"/>","formula":"<math>"}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts epub-gen-memory@1.1.2 jszip@3.10.1
cat >write.mjs <<'SCRIPT'
import { createRequire } from 'node:module'
import JSZip from 'jszip'

const generate = createRequire(import.meta.url)('epub-gen-memory').default
const content = `
  <ol start="5"><li>Mix</li></ol>
  <p><input type="checkbox" checked> Done</p>
  <p><math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mi>x</mi><mn>2</mn></msup></math></p>`
const book = await generate({ title: 'Book', author: 'Author', version: 3 }, [{ title: 'Steps', content }])
const archive = await JSZip.loadAsync(book)
const [chapter] = archive.file(/Steps\.xhtml$/)
const xhtml = await chapter.async('string')

const seen = JSON.stringify({
  list: xhtml.match(/<ol[^>]*>/)[0],
  task: xhtml.match(/<input[^>]*>/)[0],
  formula: xhtml.match(/<math[^>]*>/)[0],
})
console.log(seen)
process.exit(seen === String.raw`{"list":"<ol>","task":"<input type=\"checkbox\"/>","formula":"<math>"}` ? 0 : 1)
SCRIPT
node write.mjs
