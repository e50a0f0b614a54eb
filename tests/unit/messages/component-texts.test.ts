import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Attributes whose words people read or hear. */
const SAID = new Set(['aria-label', 'aria-description', 'title', 'alt', 'placeholder', 'label'])
const WORD = /\p{L}{2}/u

/** Words that a component says by itself, with their places. */
function wordsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const say = (text: string) => WORD.test(text) && found.push(`${file}: ${text.trim()}`)
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) say(node.text)
    if (ts.isJsxAttribute(node) && SAID.has(node.name.getText())) {
      const { initializer } = node
      if (initializer && ts.isStringLiteral(initializer)) say(initializer.text)
    }
    if (ts.isJsxExpression(node) && node.expression && ts.isStringLiteral(node.expression)) {
      if (!ts.isJsxAttribute(node.parent)) say(node.expression.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test('components contain no texts: all texts are in lib/messages', () => {
  const files = ['app', 'components'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  )
  const components = files.filter((file) => file.endsWith('.tsx'))
  expect(components.length).toBeGreaterThan(50)
  // Names of keys are the same on all keyboards.
  expect(components.flatMap(wordsIn).filter((found) => !/: (?:esc|tab|ctrl)$/i.test(found))).toEqual([])
})
