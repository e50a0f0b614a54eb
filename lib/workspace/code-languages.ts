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
