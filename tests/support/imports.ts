import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

export interface Import {
  from: string
  typeOnly: boolean
  /** Loaded later by `import()`. */
  isDynamic?: boolean
}

/** Leaves out the structure of JSDoc comments, which no test reads. */
const OPTIONS = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }

export function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), OPTIONS, true)
}

/** What a file imports or exports from elsewhere, also later by `import()`. */
export function importsOf(source: ts.SourceFile): Import[] {
  const found: Import[] = []
  const read = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({ from: node.moduleSpecifier.text, typeOnly: isTypeOnly(node.importClause) })
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({ from: node.moduleSpecifier.text, typeOnly: node.isTypeOnly })
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments
      if (argument && ts.isStringLiteral(argument))
        found.push({ from: argument.text, typeOnly: false, isDynamic: true })
    }
  }
  const readAll = (node: ts.Node): void => {
    read(node)
    ts.forEachChild(node, readAll)
  }
  // Only `import()` can be elsewhere than at the top of a file.
  if (/\bimport\s*\(/.test(source.text)) readAll(source)
  else source.statements.forEach(read)
  return found
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false
  if (clause.isTypeOnly) return true
  const names = clause.namedBindings
  return clause.name === undefined && names !== undefined && ts.isNamedImports(names)
    ? names.elements.length > 0 && names.elements.every((element) => element.isTypeOnly)
    : false
}

/** The file of ours that an import names, without its extension; undefined for a package. */
export function targetOf(file: string, from: string): string | undefined {
  if (from.startsWith('@/')) return from.slice(2)
  return from.startsWith('.') ? path.join(path.dirname(file), from) : undefined
}
