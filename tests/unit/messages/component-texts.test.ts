import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Attributes with text that users read or hear. */
const TEXT_ATTRIBUTES = new Set(['aria-label', 'aria-description', 'title', 'alt', 'placeholder', 'label'])
const WORD = /\p{L}{2}/u

/** Returns the literal texts of a component, with its file. */
function findTexts(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const addText = (text: string) => WORD.test(text) && found.push(`${file}: ${text.trim()}`)
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) addText(node.text)
    if (ts.isJsxAttribute(node) && TEXT_ATTRIBUTES.has(node.name.getText())) {
      const { initializer } = node
      if (initializer && ts.isStringLiteral(initializer)) addText(initializer.text)
    }
    if (ts.isJsxExpression(node) && node.expression && ts.isStringLiteral(node.expression)) {
      if (!ts.isJsxAttribute(node.parent)) addText(node.expression.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test('components contain no texts: all texts are in messages', () => {
  const files = ['app', 'blocks', 'components', 'islands'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  )
  const components = files.filter((file) => file.endsWith('.tsx'))
  expect(components.length).toBeGreaterThan(50)
  // Names of keys are the same in all languages.
  expect(components.flatMap(findTexts).filter((found) => !/: (?:esc|tab|ctrl)$/i.test(found))).toEqual([])
})
