import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { parseFile } from '@/tests/support/imports'

/** Identifiers of public handlers that do not call `getViewer`: the public viewer, a check of a secret, or a function that returns only
 * public content.
 */
const ALTERNATIVES = [
  'PUBLIC',
  'refuseWithoutToken',
  'isSignedWith',
  'findTokenUser',
  'handleMcpRequest',
  'respondWithComments',
  'respondWithCopy',
  'respondWithEpub',
  'respondWithFeed',
  'respondWithFullText',
  'respondWithIcon',
  'renderSitemap',
  'renderRobots',
]
const VIEWERS = new Set(['getViewer', 'getUnlockedViewer', 'getPreviewViewer'])
/** These functions choose the viewer for the handlers that call them, by their file. */
const CHOOSING_HANDLERS = {
  'lib/http/comments/new-comment.ts': 'chooseViewer',
  'lib/http/page-data.ts': 'respondWithPageData',
  'lib/http/unlock.ts': 'respondToPassword',
}
/** Handlers that routes consist of, by their file. */
const HANDLERS = {
  'lib/http/comments/new-comment.ts': 'respondToComment',
  'lib/http/feed-response.ts': 'respondWithPersonalFeed',
  'lib/http/personal-access.ts': 'changePersonalAccess',
  'lib/http/refresh.ts': 'respondToRefresh',
  'lib/http/search-response.ts': 'respondToSearch',
  'lib/http/statistics/helpful.ts': 'respondToHelpful',
  'lib/http/statistics/views.ts': 'respondWithViews',
  'lib/http/webhook.ts': 'respondToWebhook',
}
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((name) => path.join('app', name))
  .filter((file) => /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file))

/** Returns the functions of a file that respond to requests: handlers by method, a page (its default export) and its metadata. */
function findResponders(file: string): [name: string, identifiers: Set<string>][] {
  return parseFile(file).statements.flatMap((statement): [string, Set<string>][] => {
    if (!ts.isFunctionDeclaration(statement)) return []
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    const isDefault = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
    const name = isDefault ? 'default' : (statement.name?.text ?? '')
    const responds = isDefault || name === 'generateMetadata' || METHODS.has(name)
    return isExported && responds ? [[name, findIdentifiers(statement)]] : []
  })
}

function findIdentifiers(node: ts.Node): Set<string> {
  const identifiers = new Set<string>()
  const visit = (each: ts.Node) => {
    if (ts.isIdentifier(each)) identifiers.add(each.text)
    ts.forEachChild(each, visit)
  }
  visit(node)
  return identifiers
}

function findFunction(file: string, name: string): ts.Node {
  const found = parseFile(file).statements.find((each) => ts.isFunctionDeclaration(each) && each.name?.text === name)
  if (found === undefined) throw new Error(`${file} has no function ${name}`)
  return found
}

const listCases = (wanted: (file: string) => boolean) =>
  files
    .filter(wanted)
    .flatMap((file) => findResponders(file).map(([name, identifiers]) => [file, name, identifiers] as const))

const isMembersFile = (file: string) => /\/members\//.test(file)

describe('getViewer', () => {
  const members = listCases(isMembersFile)

  test('finds pages, metadata and handlers for members', () => {
    expect(new Set(members.map(([, name]) => name))).toEqual(new Set(['default', 'generateMetadata', 'GET', 'POST']))
  })

  test.each(members)('%s calls getViewer in %s', (_, __, identifiers) => {
    expect(identifiers).toContain('getViewer')
  })

  test.each(listCases((file) => file.endsWith('route.ts') && !isMembersFile(file)))(
    '%s in %s calls getViewer, serves only the public or checks a secret',
    (_, __, identifiers) => {
      const handlers = Object.entries(HANDLERS).filter(([, name]) => identifiers.has(name))
      const inHandlers = handlers.flatMap(([file, name]) => [...findIdentifiers(findFunction(file, name))])
      expect(
        [...identifiers, ...inHandlers].filter(
          (word) => VIEWERS.has(word) || [...Object.values(CHOOSING_HANDLERS), ...ALTERNATIVES].includes(word),
        ),
      ).not.toEqual([])
    },
  )

  test.each(Object.entries(CHOOSING_HANDLERS))(
    '%s calls it for members pages, and otherwise serves the public or viewers with a password',
    (file, name) => {
      expect([...findIdentifiers(findFunction(file, name))]).toEqual(
        expect.arrayContaining(['getViewer', 'getUnlockedViewer', 'MEMBERS']),
      )
    },
  )

  test('layouts read no data', () => {
    const layouts = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?:^|\/)layout\.tsx$/.test(name),
    )
    expect(layouts.length).toBeGreaterThan(1)
    for (const layout of layouts) {
      const text = readFileSync(path.join('app', layout), 'utf8')
      expect(text, layout).not.toMatch(/lib\/(?:site|page|search|snapshot|auth)\//)
    }
  })
})
