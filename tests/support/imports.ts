import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

export interface Import {
  from: string
  typeOnly: boolean
  /** Whether it is loaded by `import()`. */
  isDynamic?: boolean
}

/** JSDoc comments are not parsed, because no test reads them. */
const OPTIONS = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }

export function parseFile(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), OPTIONS, true)
}

/** Returns the imports and re-exports of a file, including dynamic imports. */
export function listImports(source: ts.SourceFile): Import[] {
  const found: Import[] = []
  const add = (node: ts.Node): void => {
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
  const visit = (node: ts.Node): void => {
    add(node)
    ts.forEachChild(node, visit)
  }
  // Static imports are top-level statements; only `import()` can be nested.
  if (/\bimport\s*\(/.test(source.text)) visit(source)
  else source.statements.forEach(add)
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

/** Returns the file of the project that an import refers to, without its extension. Returns undefined for a package. */
export function resolveImport(file: string, from: string): string | undefined {
  if (from.startsWith('@/')) return from.slice(2)
  return from.startsWith('.') ? path.join(path.dirname(file), from) : undefined
}
