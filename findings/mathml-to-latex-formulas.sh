#!/usr/bin/env bash
# mathml-to-latex 1.8.0, read by KaTeX 0.19.1: a formula from MathML ends at a percent sign, has another operator, or other letters.
#
# Expected: the LaTeX shows what the MathML shows. In MathML, a sign is what it is: `%` belongs to its number, and `_` in a text to the
# text. An identifier of several letters, such as a function, is upright, as one name (MathML Core, section 3.2.2), for which LaTeX has
# commands such as `\sin` and `\operatorname`.
# Behaviour: `%` in a number is not escaped, and begins a comment in LaTeX, so that the rest of the formula is lost. `∓` becomes "+-", as
# if it were two signs, and `⊗` the large operator for a product over many. A name becomes a product of its letters, and "file_name" has a
# subscript. KaTeX renders each without an error.
# Output seen: {"percent":"50","minusPlus":"x+−1","tensor":"a⨂b","names":["s","i","n"],"text":"\\text{file}_\\text{name}"}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mathml-to-latex@1.8.0 katex@0.19.1
cat >convert.mjs <<'SCRIPT'
import katex from 'katex'
import { MathMLToLaTeX } from 'mathml-to-latex'

const convert = (markup) => MathMLToLaTeX.convert(`<math xmlns="http://www.w3.org/1998/Math/MathML">${markup}</math>`)
const render = (markup) => {
  const mathml = katex.renderToString(convert(markup), { output: 'mathml', strict: 'ignore' })
  return [...mathml.split('<annotation')[0].matchAll(/<m[ino][^>]*>([^<]+)</g)].map(([, text]) => text)
}
const seen = JSON.stringify({
  percent: render('<mn>50%</mn><mo>+</mo><mn>1</mn>').join(''),
  minusPlus: render('<mi>x</mi><mo>∓</mo><mn>1</mn>').join(''),
  tensor: render('<mi>a</mi><mo>⊗</mo><mi>b</mi>').join(''),
  names: render('<mi>sin</mi>'),
  text: convert('<mtext>file_name</mtext>'),
})
console.log(seen)
process.exit(
  seen ===
    String.raw`{"percent":"50","minusPlus":"x+−1","tensor":"a⨂b","names":["s","i","n"],"text":"\\text{file}_\\text{name}"}`
    ? 0
    : 1,
)
SCRIPT
node convert.mjs
