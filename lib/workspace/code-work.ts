import { getCodeLanguage } from './code-languages'

/** Grammars that measurably take linear time if lines are short. */
const LINEAR: ReadonlySet<string> = new Set(
  (
    'abap agda arduino nasm bash basic bnf c cpp clojure coffeescript coq dart dhall diff docker ebnf elixir elm erlang fsharp flow ' +
    'fortran gherkin glsl go graphql groovy haskell hcl idris java javascript json julia kotlin latex lisp livescript llvm lua ' +
    'makefile matlab mermaid nix objectivec ocaml pascal perl php powershell prolog protobuf purescript python r racket reason ' +
    'ruby rust scala scheme shell smalltalk solidity sql swift toml typescript vbnet verilog vhdl visual-basic wasm wolfram yaml ' +
    'clike tsx jsx'
  ).split(' '),
)

/** The minimum cost of a character, in short lines. */
const MIN_CHARACTERS = 400

/**
 * Estimates the greatest cost of highlighting code, see `BUDGETS`. The patterns of a grammar start at each character and look ahead to the
 * end of the line, or of the whole code if a pattern spans lines.
 */
export function estimateCodeWork(code: string, language: string | undefined): number {
  const { grammar } = getCodeLanguage(language)
  if (grammar === null) return 0
  if (!LINEAR.has(grammar)) return code.length * Math.max(code.length, MIN_CHARACTERS)
  let longest = MIN_CHARACTERS
  for (let start = 0; start <= code.length; ) {
    const end = code.indexOf('\n', start)
    const next = end === -1 ? code.length : end
    longest = Math.max(longest, next - start)
    start = next + 1
  }
  return code.length * longest
}
