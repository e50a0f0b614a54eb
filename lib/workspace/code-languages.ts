/** Notion's names of code languages whose Prism grammar has another id, in lower case. Null is plain text. */
const GRAMMARS: Readonly<Record<string, string | null>> = {
  abc: null,
  'ascii art': null,
  assembly: 'nasm',
  'c#': 'csharp',
  'c++': 'cpp',
  'f#': 'fsharp',
  html: 'markup',
  'java/c/c++/c#': 'clike',
  'llvm ir': 'llvm',
  mathematica: 'wolfram',
  'notion formula': 'javascript',
  'objective-c': 'objectivec',
  'plain text': null,
  'vb.net': 'vbnet',
  'visual basic': 'visual-basic',
  webassembly: 'wasm',
  xml: 'markup',
}

/** All names in Notion's list of languages, in its spelling. */
export const LANGUAGES: readonly string[] = (
  'ABAP,ABC,Agda,Arduino,ASCII Art,Assembly,Bash,BASIC,BNF,C,C#,C++,Clojure,CoffeeScript,Coq,CSS,Dart,Dhall,Diff,Docker,EBNF,' +
  'Elixir,Elm,Erlang,F#,Flow,Fortran,Gherkin,GLSL,Go,GraphQL,Groovy,Haskell,HCL,HTML,Idris,Java,JavaScript,JSON,Julia,' +
  'Kotlin,LaTeX,Less,Lisp,LiveScript,LLVM IR,Lua,Makefile,Markdown,Markup,MATLAB,Mathematica,Mermaid,Nix,Notion Formula,' +
  'Objective-C,OCaml,Pascal,Perl,PHP,Plain Text,PowerShell,Prolog,Protobuf,PureScript,Python,R,Racket,Reason,Ruby,Rust,' +
  'Sass,Scala,Scheme,SCSS,Shell,Smalltalk,Solidity,SQL,Swift,TOML,TypeScript,VB.Net,Verilog,VHDL,Visual Basic,' +
  'WebAssembly,XML,YAML,Java/C/C++/C#'
).split(',')

const SHOWN = new Map(LANGUAGES.map((name) => [name.toLowerCase(), name]))

/** Returns the label of a code language and the id of its Prism grammar. Without a name it is TypeScript. */
export function getCodeLanguage(name: string | undefined): { label: string; grammar: string | null } {
  const known = name?.trim() || 'TypeScript'
  const key = known.toLowerCase()
  const grammar = Object.hasOwn(GRAMMARS, key) ? GRAMMARS[key] : key
  return { label: SHOWN.get(key) ?? known, grammar: grammar ?? null }
}

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
