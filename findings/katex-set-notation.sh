#!/usr/bin/env bash
# KaTeX 0.19.1: an equation of 420 letters with its own command for sets is refused, although no author defines a macro.
#
# Expected: `maxExpand` limits macros that authors define, so that a loop ends. KaTeX's own commands, of which its table of supported
# functions has `\Set{x | y}`, count as one each, as they do in LaTeX for an author, and a page of ordinary mathematics has fewer than 1000.
# Behaviour: `\Set` is itself a macro. It counts the expansions of all macros that it is made of, about 50 for a set, so that with the
# default of 1000 an equation may contain 20 sets and not 22. The same sets, written with `\left\{ … \middle| … \right\}`, are rendered.
# Output seen: {"sets":20,"of22":"Too many expansions","written":true}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts katex@0.19.1
cat >render.mjs <<'SCRIPT'
import katex from 'katex'

const align = (count, set) => `\\begin{aligned}${Array(count).fill(`${set} &= 1`).join('\\\\')}\\end{aligned}`
const tryRender = (source) => {
  try {
    katex.renderToString(source, { displayMode: true })
    return true
  } catch (error) {
    return error.message.includes('Too many expansions') ? 'Too many expansions' : error.message
  }
}
const counts = Array.from({ length: 22 }, (_, index) => index + 1)
const seen = JSON.stringify({
  sets: counts.filter((count) => tryRender(align(count, '\\Set{x | y}')) === true).length,
  of22: tryRender(align(22, '\\Set{x | y}')),
  written: tryRender(align(22, '\\left\\{x \\,\\middle|\\, y\\right\\}')),
})
console.log(seen)
process.exit(seen === '{"sets":20,"of22":"Too many expansions","written":true}' ? 0 : 1)
SCRIPT
node render.mjs
