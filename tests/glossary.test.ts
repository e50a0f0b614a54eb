import { readdirSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { parseFile } from './support/imports'

/**
 * Words that identifiers and comments do not use for technical things, each with the words to use instead. CONTRIBUTING.md contains the
 * glossary for readers.
 */
const GLOSSARY: readonly [pattern: string, instead: string][] = [
  ['answer|answers|answered|answering', 'response, respond, return, result'],
  ['say|says|said', 'return, contain, show, throw'],
  ['tell|tells|told', 'describe, report, pass to'],
  ['question|questions', 'request, query'],
  ['door|doors', 'handler, proxy'],
  ['face|faces', 'font, font file'],
  ['figures', 'metrics, measurements'],
  ['anew', 'again, rebuild, recreate'],
  ['remember|remembers|remembered', 'cache, memoize, store'],
  ['frame|frames|framed', 'embed, iframe'],
  ['room|rooms|house|houses', 'module, folder'],
  ['look', 'branding, theme'],
  ['desk', 'editor dashboard'],
  ['whoever|somebody|nobody', 'the caller, the visitor, the user'],
  ['patience', 'deadline, timeout, limit'],
  ['farewell', 'shutdown, drain'],
  ['rehearse|rehearses|rehearsal', 'warm-up'],
  ['soft navigation|softly', 'client-side navigation'],
  ['takes? over', 'hydrate'],
  ['lets? go', 'remove, expire, evict'],
  ['who asks', 'the caller'],
  ['plain form', 'fallback'],
  ['words', 'text, string'],
]

/** Uses of these words that stay, with the reason. The patterns match identifiers, or comments around the word. */
const EXCEPTIONS: readonly [pattern: RegExp, reason: string][] = [
  [/\bdesk\b|\bDESK\b/, 'the address /members/desk and the part of messages that it shows'],
  [
    /\blook\b|wrongLook|[lL]ookTable|readLook|`Look`/,
    'the `Look` table of the workspace, and the branding that is read from it',
  ],
  [/\b[Ll]ook(?:s|ed)? (?:up|ahead)\b|\blookUp\b/, 'ordinary English for a lookup'],
  [
    /\bwords\b|\b[Ww]ords?[A-Z]\w*|[a-z]Words\b|\bWords\b|FUNCTION_WORDS/,
    'counted or compared words of a text, and access words',
  ],
  [
    /frame-src|frameSources|FrameSources|\bframes\b|frame sources/,
    'the directive frame-src of the Content Security Policy',
  ],
  [/AnimationFrame/, 'functions of browsers'],
  [/createFrame|\bFrame\b|\bframe\b/, 'a stack frame of a walk (clean/synced), and the attributes of an iframe'],
  [/cli\/faces|styles\/faces|saysNothing|typeface|@font-face|'face|\bface\b/, 'names of folders, messages and CSS'],
]

/** Folders and files that still use the older words. Each is removed here once it has been rewritten. */
const NOT_YET: string[] = []

const SOURCES = ['app', 'cli', 'components', 'lib', 'server']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !NOT_YET.some((start) => file.startsWith(start)))
  .map(parseFile)

const WORDS = new RegExp(`\\b(?:${GLOSSARY.map(([pattern]) => pattern).join('|')})\\b`, 'gi')
/** Characters of a comment around a word that an exception may match. */
const AROUND = 25

/** Returns the identifiers of a file that contain a word of the glossary, such as `askedAnswer`. */
function findIdentifiers(source: ts.SourceFile): string[] {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const parts = node.text.replace(/(?<=[a-z0-9])(?=[A-Z])|_/g, ' ')
      if (parts.match(WORDS) && !EXCEPTIONS.some(([pattern]) => pattern.test(node.text))) found.add(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found]
}

/** Returns the excerpts of a file's comments that contain a word of the glossary. */
function findComments(source: ts.SourceFile): string[] {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.end) ?? []),
    ]
    for (const { pos, end } of ranges) {
      const text = source.text.slice(pos, end).replaceAll(/\s*\n\s*\*?\s*/g, ' ')
      for (const { index, 0: word } of text.matchAll(WORDS)) {
        const excerpt = text.slice(Math.max(0, index - AROUND), index + word.length + AROUND)
        if (!EXCEPTIONS.some(([pattern]) => pattern.test(excerpt))) found.add(excerpt)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found]
}

describe('the glossary', () => {
  test.each(['identifiers', 'comments'] as const)('is followed by all %s', (kind) => {
    const find = kind === 'identifiers' ? findIdentifiers : findComments
    const used = SOURCES.flatMap((source) => find(source).map((text) => `${source.fileName}: ${text}`))
    expect(used).toEqual([])
  })

  test('finds a word in an identifier and in a comment', () => {
    const source = ts.createSourceFile(
      'a.ts',
      '/** Tells the reader. */\nconst answerOf = 1',
      ts.ScriptTarget.Latest,
      true,
    )
    expect(findIdentifiers(source)).toEqual(['answerOf'])
    expect(findComments(source)).toEqual(['/** Tells the reader. */'])
  })
})
