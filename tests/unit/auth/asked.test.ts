import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

/** What a handler that is not for viewers proves its askers by, or whom it answers; the last ones say by themselves what is public. */
const OTHERWISE = ['PUBLIC', 'isBearer', 'isSignedWith', 'answerFeed', 'answerIcon', 'renderSitemap', 'renderRobots']
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((name) => path.join('app', name))
  .filter((file) => /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file))

/** The functions by which a file answers: handlers by their method, a page by its default export, and its metadata. */
function answering(file: string): [name: string, words: Set<string>][] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  return source.statements.flatMap((statement): [string, Set<string>][] => {
    if (!ts.isFunctionDeclaration(statement)) return []
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    const isDefault = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
    const name = isDefault ? 'default' : (statement.name?.text ?? '')
    const answers = isDefault || name === 'generateMetadata' || METHODS.has(name)
    return isExported && answers ? [[name, wordsIn(statement)]] : []
  })
}

function wordsIn(node: ts.Node): Set<string> {
  const words = new Set<string>()
  const visit = (each: ts.Node) => {
    if (ts.isIdentifier(each)) words.add(each.text)
    ts.forEachChild(each, visit)
  }
  visit(node)
  return words
}

const cases = (wanted: (file: string) => boolean) =>
  files.filter(wanted).flatMap((file) => answering(file).map(([name, words]) => [file, name, words] as const))

const isMembers = (file: string) => /\/members\//.test(file)

describe('getViewer', () => {
  const members = cases(isMembers)

  test('finds pages, metadata and handlers for members', () => {
    expect(new Set(members.map(([, name]) => name))).toEqual(new Set(['default', 'generateMetadata', 'GET', 'POST']))
  })

  test.each(members)('%s calls getViewer in %s', (_, __, words) => {
    expect(words).toContain('getViewer')
  })

  test.each(cases((file) => file.endsWith('route.ts') && !isMembers(file)))(
    '%s in %s calls getViewer, or serves the public or checks a secret',
    (_, __, words) => {
      expect([...words].filter((word) => word === 'getViewer' || OTHERWISE.includes(word))).not.toEqual([])
    },
  )

  test('layouts read no data', () => {
    const layouts = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?:^|\/)layout\.tsx$/.test(name),
    )
    expect(layouts.length).toBeGreaterThan(1)
    for (const layout of layouts) {
      const text = readFileSync(path.join('app', layout), 'utf8')
      expect(text, layout).not.toMatch(/lib\/(?:site|page|search|snapshot|auth)/)
    }
  })
})
