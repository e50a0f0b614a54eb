import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { parseFile } from './support/imports'

/**
 * Words that identifiers and comments do not use for technical things, each with the words to use instead. docs/code-style.md contains the
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
]

/**
 * Uses of these words that stay, with the reason, and the files if it is not valid everywhere. The patterns match identifiers, or comments
 * around the word. An anchored pattern matches only identifiers.
 */
const EXCEPTIONS: readonly [pattern: RegExp, reason: string, files?: RegExp][] = [
  [/\/members\/desk/, 'the address of the editor dashboard'],
  [
    /^(?:desk|DESK)$/,
    'the address /members/desk and the part of messages that it shows',
    /^(?:app\/\(account\)\/members\/desk|components\/site|lib\/(?:formats|members-path|screens)|messages|tests)\b/,
  ],
  [/[lL]ookTable|wrongLook|`Look`/, 'the `Look` table of the workspace'],
  [
    /^(?:look|readLook)$/,
    'the branding that is read from the `Look` table',
    /^(?:lib\/(?:page|screens|site|workspace)|tests)\//,
  ],
  [/\b[Ll]ook(?:s|ed)? (?:up|ahead|for|as if)\b|\blookUp\b/, 'ordinary English'],
  [/frame-src|[fF]rameSources|^frames$/, 'the directive frame-src of the Content Security Policy'],
  [/AnimationFrame/, 'functions of browsers'],
  [/^(?:frame|mainFrame|frameLocator|contentFrame)$/, 'the frames of a page in Playwright', /^tests\/e2e\//],
  [/^remembered$/, 'the id of a statement about the conformance of the site', /^tests\/conformance\//],
  [/frames/, 'the sources of frame-src', /^lib\/cache\/policy\.mjs$/],
  [/\bframe\b|Frame$/i, 'a stack frame of a walk', /^lib\/workspace\/clean\/synced\.ts$/],
  [/@font-face|^(?:CSSFontFaceRule|FontFace|FontFaceDescriptors)$/, 'CSS'],
]

const WORDS = new RegExp(`\\b(?:${GLOSSARY.map(([pattern]) => pattern).join('|')})\\b`, 'gi')
/** Separates the words of identifiers, and joins the lines of comments. */
const splitWords = (text: string): string =>
  text.replaceAll(/\s*\n\s*\*?\s*/g, ' ').replace(/(?<=[a-z0-9])(?=[A-Z])|_/g, ' ')

const FOLDERS = ['app', 'blocks', 'cli', 'components', 'islands', 'lib', 'messages', 'server', 'tests', 'tools']
/** Texts are not checked: messages contain ordinary English, and other strings are names that users and stored files have. */
const SOURCES = [
  'middleware.ts',
  'instrumentation.ts',
  'next.config.mjs',
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  ),
]
  .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
  // Only the few files whose text contains such a word anywhere are parsed.
  .filter((file) => splitWords(readFileSync(file, 'utf8')).match(WORDS))
  .map(parseFile)

/** Characters of a comment around a word that an exception may match. */
const AROUND = 25

const isException = (text: string, file: string): boolean =>
  EXCEPTIONS.some(([pattern, , files]) => pattern.test(text) && (files === undefined || files.test(file)))

/** Returns the identifiers of a file that contain a word of the glossary, such as `askedAnswer`. */
function findIdentifiers(source: ts.SourceFile): string[] {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      if (splitWords(node.text).match(WORDS) && !isException(node.text, source.fileName)) found.add(node.text)
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
        if (!isException(excerpt, source.fileName)) found.add(excerpt)
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
