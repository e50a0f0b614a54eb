import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { parse, tokenize, tokenTypes, walk } from 'css-tree'
import { checkContrast, type LowContrast, PUBLIC_TOKENS, readTokens, STABLE_CLASSES } from '../branding/tokens'
import { getEditDistance } from '../edit-distance'
import { type Env, getProjectFolder } from '../settings/env'
import { findBlockedScripts } from './head'
import { listFolders } from './read-site-folder'
import type { SiteFolder } from './types'

/** What the site reads of a site folder. */
const CONTENTS = ['theme.css', 'head.json', 'site.json', 'fonts', 'public', 'messages', 'components', 'islands']
/** What a site folder may contain, besides hidden files. */
const KNOWN = [
  ...CONTENTS,
  ...['README.md', 'LICENSE', 'package.json', 'package-lock.json', 'node_modules', 'tsconfig.json'],
]
/** A name with at most this edit distance is misspelled. */
const MAX_EDIT_DISTANCE = 2
/** Comparing longer names takes too long. */
const MAX_NAME_LENGTH = 64
const STYLES = 'styles'
const DESIGN = path.join(STYLES, 'tokens.css')
/** Names of classes up to this length are misspelled only by one letter: others of that length are near to each other. */
const SHORT_NAME = 7

/**
 * Returns sentences about what has no effect, or not the one that is probably meant: mistakes in style sheets, low contrast, scripts that
 * the Content Security Policy blocks, unknown files. The site can be served all the same.
 */
export function checkSiteFolder(
  env: Pick<Env, 'siteDir'>,
  { theme, head }: Pick<SiteFolder, 'theme' | 'head'>,
): string[] {
  const folders = listFolders(env, theme)
  const sheets = folders
    .map((dir) => ({
      dir,
      file: path.relative(getProjectFolder(), path.join(dir, 'theme.css')),
      css: read(path.join(dir, 'theme.css')),
    }))
    .filter(({ css }) => css !== '')
  const words = readWords(folders)
  const blocked = head === undefined ? [] : findBlockedScripts(head)
  return [
    ...folders.flatMap(findUnknownFiles),
    ...sheets.flatMap((sheet) => checkStyleSheet(sheet, words)),
    // The operator's folder comes first in the list, and last in the cascade.
    ...describeContrast([read(DESIGN), ...sheets.map(({ css }) => css).reverse()]),
    ...blocked.map(
      ({ src, origin }) =>
        `head.json: the script ${src} is blocked, because its origin is missing: add "${origin}" to origins.script`,
    ),
  ]
}

/**
 * Returns a line for the site folder, and one for its theme, with what they contain.
 *
 * @example `Site folder site: theme.css, public (2), components (Header, block/callout)`
 */
export function describeContents(env: Pick<Env, 'siteDir'>, { theme }: Pick<SiteFolder, 'theme'>): string[] {
  return listFolders(env, theme).map((dir) => {
    const found = CONTENTS.flatMap((name) => describeEntry(dir, name))
    const kind = dir === env.siteDir ? 'Site folder' : 'Theme'
    return `${kind} ${path.relative(getProjectFolder(), dir) || '.'}: ${found.join(', ') || 'nothing that the site reads'}`
  })
}

/** Returns what a folder has under a name; nothing if it has no such file, or an empty folder. */
function describeEntry(dir: string, name: string): string[] {
  const entry = path.join(dir, name)
  if (!existsSync(entry)) return []
  if (!statSync(entry).isDirectory()) return [name]
  const files = readdirSync(entry, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && !each.name.startsWith('.'))
    .map((each) => path.relative(entry, path.join(each.parentPath, each.name)))
  if (files.length === 0) return []
  if (name !== 'components' && name !== 'islands') return [`${name} (${files.length})`]
  return [
    `${name} (${files
      .map((file) => file.replace(/\.tsx$/, ''))
      .sort()
      .join(', ')})`,
  ]
}

function findUnknownFiles(dir: string): string[] {
  if (!existsSync(dir)) return []
  // Other files and folders are what components import.
  return readdirSync(dir).flatMap((name) => {
    const meant = KNOWN.includes(name) ? undefined : findSimilar(name, KNOWN)
    return meant === undefined
      ? []
      : `${path.relative(getProjectFolder(), path.join(dir, name))} is not read: did you mean ${meant}?`
  })
}

interface StyleSheet {
  dir: string
  /** The path as sentences name it. */
  file: string
  css: string
}

/** Checks a style sheet: its syntax, what it loads, its tokens and its class names. `others` are words that are no misspelled class names. */
function checkStyleSheet({ dir, file, css }: StyleSheet, others: ReadonlySet<string>): string[] {
  const found: string[] = []
  const report = (line: number | undefined, text: string) => found.push(`${file}, line ${line ?? 1}: ${text}`)
  const root = parse(css, {
    positions: true,
    onParseError: ({ line, message }: SyntaxError & { line?: number }) =>
      report(line, `browsers skip what is here (${message})`),
  })
  for (const line of findOpenBraces(css)) report(line, 'this { has no }, so browsers read what follows as a part of it')
  const used = new Set([...css.matchAll(/var\(\s*--([\w-]+)/g)].map(([, name]) => name))
  walk(root, (node) => {
    const line = node.loc?.start.line
    if (node.type === 'Atrule' && node.name.toLowerCase() === 'import') {
      report(line, '@import has no effect here: copy the rules into this file, and fonts into fonts/')
    }
    if (node.type === 'Url') for (const text of checkUrl(node.value, dir)) report(line, text)
    if (node.type === 'ClassSelector') {
      const meant = others.has(node.name) ? undefined : findMeantClass(node.name)
      if (meant !== undefined) report(line, `.${node.name} is no class name of the site: did you mean .${meant}?`)
    }
    if (node.type === 'Declaration' && node.property.startsWith('--')) {
      const token = findMeantToken(node.property.slice(2))
      if (token !== undefined && !used.has(node.property.slice(2))) {
        report(line, `${node.property} is no token, and nothing uses it: did you mean --${token}?`)
      }
      const next = node.value.type === 'Raw' ? findNextProperty(node.value.value) : undefined
      if (next !== undefined)
        report(line, `a semicolon is missing before ${next}, which is read as a part of ${node.property}`)
    }
  })
  return found
}

/** Returns the custom property that the value of another one contains, because the semicolon between them is missing. */
function findNextProperty(value: string): string | undefined {
  let depth = 0
  let last = ''
  let found: string | undefined
  tokenize(value, (type, start, end) => {
    if (OPENING.has(type)) depth++
    if (CLOSING.has(type)) depth--
    if (type === tokenTypes.Colon && depth === 0 && last.startsWith('--')) found ??= last
    if (type !== tokenTypes.WhiteSpace && type !== tokenTypes.Comment) last = value.slice(start, end)
  })
  return found
}

const { Function: FUNCTION, LeftParenthesis, LeftSquareBracket, LeftCurlyBracket } = tokenTypes
const OPENING: ReadonlySet<number> = new Set([FUNCTION, LeftParenthesis, LeftSquareBracket, LeftCurlyBracket])
const { RightParenthesis, RightSquareBracket, RightCurlyBracket } = tokenTypes
const CLOSING: ReadonlySet<number> = new Set([RightParenthesis, RightSquareBracket, RightCurlyBracket])

function checkUrl(url: string, dir: string): string[] {
  if (/^data:/i.test(url)) return []
  if (/^(?:https?:)?\/\//i.test(url)) {
    return [`${url} is on another site, which the Content Security Policy may block: copy the file into the folder`]
  }
  // Other addresses are those of the site, and parts of the same document.
  if (/^[/#?]|^$/.test(url)) return []
  const [, file = ''] = /^(?:\.\/)?((?:fonts|public)\/[^?#]+)/.exec(url) ?? []
  if (file === '') {
    return [`${url} is not served: put the file into fonts/ or public/, and write url(public/${path.basename(url)})`]
  }
  const full = path.join(dir, file)
  if (!existsSync(full)) return [`${file} does not exist`]
  if (file.startsWith('fonts/') && !isFont(full)) return [`${file} is no WOFF2 font, so browsers use the next one`]
  return []
}

/** Whether a file begins like a font in the format WOFF2. */
function isFont(file: string): boolean {
  if (!statSync(file).isFile()) return false
  const start = Buffer.alloc(4)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, start, 0, start.length, 0)
  } finally {
    closeSync(handle)
  }
  return start.toString('latin1') === 'wOF2'
}

/** Returns the token that a property is probably meant to be; undefined if it is one, or resembles none. */
function findMeantToken(name: string): string | undefined {
  return PUBLIC_TOKENS.includes(name) ? undefined : findSimilar(name, PUBLIC_TOKENS)
}

/** Returns the stable class name that another one is probably meant to be; undefined if it is one, or resembles none. */
function findMeantClass(name: string): string | undefined {
  if (STABLE_CLASSES.includes(name)) return undefined
  return findSimilar(name, STABLE_CLASSES, name.length <= SHORT_NAME ? 1 : MAX_EDIT_DISTANCE)
}

/** Returns the words of the style sheets of the design and of components, among which are their class names. */
function readWords(folders: readonly string[]): ReadonlySet<string> {
  const dirs = [STYLES, ...folders.flatMap((dir) => [path.join(dir, 'components'), path.join(dir, 'islands')])]
  const files = dirs
    .filter((dir) => existsSync(dir))
    .flatMap((dir) => readdirSync(dir, { recursive: true }).map((name) => path.join(dir, String(name))))
  const texts = files.filter((file) => /\.(?:css|[jt]sx?)$/.test(file)).map(read)
  return new Set(texts.flatMap((text) => text.match(/[\w-]+/g) ?? []))
}

/** Returns the lines of braces that open a block without an end. */
function findOpenBraces(css: string): number[] {
  const open: number[] = []
  tokenize(css, (type, start) => {
    if (type === tokenTypes.LeftCurlyBracket) open.push(start)
    if (type === tokenTypes.RightCurlyBracket) open.pop()
  })
  return open.map((at) => css.slice(0, at).split('\n').length)
}

/** Returns the nearest name, if it is so near that the other one is a misspelling of it. */
function findSimilar(name: string, known: readonly string[], most = MAX_EDIT_DISTANCE): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined
  const near = known.map((each) => ({ each, distance: getEditDistance(each, name) }))
  return near.filter(({ distance }) => distance <= most).sort((a, b) => a.distance - b.distance)[0]?.each
}

/** `sheets` are in the order of the cascade, with that of the design first. */
function describeContrast(sheets: readonly string[]): string[] {
  const values = new Map(sheets.flatMap((css) => [...readTokens(css)]))
  const pairs = new Map<LowContrast['pair'], string[]>()
  for (const { pair, theme, ratio } of checkContrast(values)) {
    pairs.set(pair, [...(pairs.get(pair) ?? []), `${ratio} in the ${theme} theme`])
  }
  return [...pairs].map(
    ([[text, background], found]) =>
      `The contrast of --${text} on --${background} is ${found.join(' and ')}, but should be at least 4.5`,
  )
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
