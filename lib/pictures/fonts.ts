import 'server-only'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { decompress } from 'wawoff2'
import {
  EMOJI_PACKAGE,
  findScriptPackage,
  IMAGE_PACKAGES,
  LARGE_PACKAGES,
  LETTER_PACKAGES,
  SYMBOL_PACKAGES,
} from '../branding/image-fonts'
import { getEnv, setFontconfigFile } from '../settings/env'
import { writeFileAtomically } from '../snapshot/write-file-atomically'
import { readCharacters, renameFont } from './font-tables'

/** A part of a text that one font draws. */
export interface Run {
  family: string
  text: string
}

/** A font of the site folder, which is preferred. */
export interface OwnFont {
  /** The path of a WOFF2 file. */
  file: string
  /** A hash of its content. */
  version: string
}

/** Invisible characters, such as joiners and direction marks. They need no font. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
/** Emoji that are not followed by the selector for text. */
const EMOJI = /^(?!.*\uFE0E)(?:.*(?:\p{Emoji_Presentation}|\p{Regional_Indicator}|\u20E3)|.*\p{Emoji}\uFE0F)/u
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** The longest grapheme in characters. Marks beyond it would be stacked over other text. */
const MAX_GRAPHEME_LENGTH = 16
/** Scripts whose lines break between words that no spaces separate. Pango has no dictionary for them. */
const WITHOUT_SPACES = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const WORDS = new Intl.Segmenter('th', { granularity: 'word' })

/** Splits a text into graphemes of limited length, of at most `maxLength` UTF-16 units together. */
export function splitGraphemes(text: string, maxLength: number): string[] {
  const graphemes: string[] = []
  let length = 0
  // The segmenter is given no more than it may return.
  for (const { segment } of GRAPHEMES.segment(clean(text.slice(0, 2 * maxLength)))) {
    const grapheme = [...segment].slice(0, MAX_GRAPHEME_LENGTH).join('')
    length += grapheme.length
    if (length > maxLength) break
    graphemes.push(grapheme)
  }
  return graphemes
}

/** Removes what no line of text can show: control characters, halves of characters, and hyphens that a line break would add. */
const clean = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\u00AD\uFFFE\uFFFF]/gu, '')

/**
 * Assigns a font to each grapheme, and leaves out what no font has. Neighbors with the same font are one run. A damaged font of the site
 * folder is not used.
 */
export async function createRuns(graphemes: readonly string[], ownFont?: OwnFont): Promise<Run[]> {
  const runs: Run[] = []
  const fontByGrapheme = new Map<string, Part[]>()
  const own = ownFont && (await loadOwnFont(ownFont))
  let previous: string | undefined
  for (const grapheme of graphemes) {
    const name = findPackage(grapheme)
    const key = `${name ?? previous} ${grapheme}`
    const parts =
      fontByGrapheme.get(key) ??
      (own && draws(own, grapheme) ? [{ font: own, text: grapheme }] : await findParts(grapheme, name ?? previous))
    fontByGrapheme.set(key, parts)
    previous = name ?? previous
    for (const { font, text } of parts) {
      const last = runs.at(-1)
      if (last && (font === undefined || last.family === font.family)) last.text += text
      else if (font) runs.push({ family: font.family, text })
    }
  }
  return runs.map(({ family, text }) => ({ family, text: separateWords(text) }))
}

/** Whether a font of the site folder draws a grapheme. Emoji are drawn in color by another one. */
const draws = ({ characters }: Font, grapheme: string): boolean =>
  !EMOJI.test(grapheme) &&
  [...grapheme].every((character) => INVISIBLE.test(character) || characters.has(getCode(character)))

interface Part {
  /** Undefined if the text is invisible. */
  font?: Font
  text: string
}

const findPackage = (grapheme: string): string | undefined => {
  for (const character of grapheme) {
    const name = findScriptPackage(character)
    if (name !== undefined) return name
  }
  return undefined
}

/** Returns the parts of a grapheme: usually one, or a part for each character if no font has all of them. */
async function findParts(grapheme: string, preferred: string | undefined): Promise<Part[]> {
  const characters = [...grapheme]
  const visible = characters.filter((character) => !INVISIBLE.test(character))
  if (visible.length === 0) return [{ text: grapheme }]
  const packages = listPackages(EMOJI.test(grapheme), preferred)
  const searched = new Set([
    ...(preferred === undefined || LARGE_PACKAGES.has(preferred) ? [] : [preferred]),
    ...SYMBOL_PACKAGES,
  ])
  const find = (text: readonly string[]) => findFont(text.map(getCode), packages, searched)
  const font = await find(visible)
  if (font !== undefined) return [{ font, text: grapheme }]
  const parts: Part[] = []
  for (const character of visible) {
    const own = await find([character])
    if (own) parts.push({ font: own, text: character })
    // A mark is not shown without its letter.
    else if (parts.length === 0) break
  }
  if (parts.length > 0) return parts
  const simple = grapheme.normalize('NFKC')
  return simple === grapheme ? [] : findParts(simple, preferred)
}

const getCode = (character: string) => character.codePointAt(0) ?? 0

/** Lists the packages in the order in which they are searched. The preferred one is that of the script. */
const listPackages = (isEmoji: boolean, preferred: string | undefined): ReadonlySet<string> =>
  new Set([
    ...(isEmoji ? [EMOJI_PACKAGE] : []),
    ...LETTER_PACKAGES,
    ...(preferred === undefined ? [] : [preferred]),
    ...IMAGE_PACKAGES,
  ])

/** Marks the places where lines may break in scripts without spaces. */
const separateWords = (text: string) =>
  text.replace(WITHOUT_SPACES, (part) => Array.from(WORDS.segment(part), ({ segment }) => segment).join('\u200B'))

/** A fontconfig file without system fonts, so that text looks the same on every machine. */
const FONT_LIST =
  '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig><cachedir prefix="cwd">.</cachedir></fontconfig>\n'

/** A font file that text can be drawn with. */
export interface Font {
  /** A family of its own, so that no other file can take its place. */
  family: string
  characters: ReadonlySet<number>
}

const getFolder = () => path.join(getEnv().stateDir, 'faces')

let families: Promise<ReadonlyMap<string, FontFile[]>> | undefined
const fonts = new Map<string, Promise<Font>>()

/** Returns the font files of the installed packages, and keeps system fonts from being used. */
export async function loadFamilies(): Promise<ReadonlyMap<string, FontFile[]>> {
  families ??= readFamilies().catch((error: unknown) => {
    families = undefined
    throw error
  })
  return families
}

async function readFamilies(): Promise<Map<string, FontFile[]>> {
  const list = path.join(getFolder(), 'fonts.conf')
  await writeFileAtomically(list, FONT_LIST, { flush: 'file' })
  setFontconfigFile(list)
  return new Map(await Promise.all(IMAGE_PACKAGES.map(async (name) => [name, await readFamily(name)] as const)))
}

/**
 * Returns the first font of the packages that has all of the characters, preferably one that declares them; undefined if none has them.
 * Other files of `searched` packages are opened last: Noto Sans Math declares Latin letters only.
 */
export async function findFont(
  characters: readonly number[],
  packages: ReadonlySet<string>,
  searched: ReadonlySet<string>,
): Promise<Font | undefined> {
  const installed = await loadFamilies()
  const list = (names: ReadonlySet<string>) => [...names].flatMap((name) => installed.get(name) ?? [])
  const declaring = list(packages).filter((file) => declares(file, characters))
  for (const file of [...declaring, ...list(searched)]) {
    const font = await loadFont(file.path)
    // The declaration is not enough: Noto Sans SC declares Hangul syllables that its files lack.
    if (characters.every((code) => font.characters.has(code))) return font
  }
  return undefined
}

async function loadFont(file: string, name = path.basename(file, '.woff2')): Promise<Font> {
  const loading = fonts.get(name) ?? registerFont(file, name)
  fonts.set(name, loading)
  loading.catch(() => fonts.delete(name))
  return loading
}

/** Returns a font of the site folder; undefined if it cannot be used. */
async function loadOwnFont({ file, version }: OwnFont): Promise<Font | undefined> {
  await loadFamilies()
  return loadFont(file, `own-${version}`).catch(() => undefined)
}

/** Decompresses a font, because the libraries that draw text cannot read WOFF2, and registers it under a name of its own. */
async function registerFont(packed: string, name: string): Promise<Font> {
  const font = Buffer.from(await decompress(await readFile(packed)))
  const family = `f${createHash('sha256').update(name).digest('hex').slice(0, 12)}`
  const file = path.join(getFolder(), `${name}.ttf`)
  await writeFileAtomically(file, renameFont(font, family), { flush: 'nothing' })
  await sharp({ text: { text: 'a', fontfile: file } })
    .png()
    .toBuffer()
  return { family, characters: readCharacters(font) }
}

/** A file of a font family, and the characters that its package declares for it. The file itself may have fewer, and others. */
export interface FontFile {
  path: string
  ranges: readonly CharacterRange[]
}

/** A range of characters, both ends included. */
interface CharacterRange {
  from: number
  to: number
}

/** The name of a subset that repeats all others. */
const ALL_EMOJI = 'emoji'
/** The weight of titles. */
const WEIGHT = 600

/**
 * Returns the font files of an installed package of Fontsource in the weight nearest to that of titles; none if it is not installed. As in
 * style sheets, the later of two subsets with the same characters is preferred: those of Noto Sans Mongolian include parts of other fonts.
 */
async function readFamily(name: string): Promise<FontFile[]> {
  const folder = path.resolve('node_modules', name)
  // Packages declare files that they do not contain, and contain files that they do not declare.
  const files = await readdir(path.join(folder, 'files')).catch(() => [])
  const weights = files.flatMap((file) => /-(wght|\d+)-normal\.woff2$/.exec(file)?.[1] ?? [])
  const [weight] = weights.toSorted((a, b) => getDistance(a) - getDistance(b))
  if (weight === undefined) return []
  const [prefix, suffix] = [`${path.basename(folder)}-`, `-${weight}-normal.woff2`]
  const declared = parseSubsets(await readFile(path.join(folder, 'unicode.json'), 'utf8').catch(() => '{}'))
  const order = [...declared.keys()]
  return files
    .filter((file) => file.startsWith(prefix) && file.endsWith(suffix))
    .map((file) => ({ file, subset: file.slice(prefix.length, -suffix.length) }))
    .filter(({ subset }) => subset !== ALL_EMOJI)
    .sort((a, b) => order.indexOf(b.subset) - order.indexOf(a.subset))
    .map(({ file, subset }) => ({ path: path.join(folder, 'files', file), ranges: declared.get(subset) ?? [] }))
}

/** A variable font has all weights. */
const getDistance = (weight: string) => (weight === 'wght' ? 0 : Math.abs(Number(weight) - WEIGHT))

const parseSubsets = (json: string): ReadonlyMap<string, CharacterRange[]> =>
  new Map(
    Object.entries(JSON.parse(json) as Record<string, string>).map(([key, list]) => [
      key.replace(/[[\]]/g, ''),
      parseRanges(list),
    ]),
  )

/** Parses a list of ranges such as `U+0-FF`, `U+4E00` and `U+1F6??`. */
function parseRanges(list: string): CharacterRange[] {
  return list.split(',').map((range) => {
    const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
    return { from: Number.parseInt(from.replaceAll('?', '0'), 16), to: Number.parseInt(to.replaceAll('?', 'F'), 16) }
  })
}

/** Whether the package declares these characters for the file, so that it is worth opening. */
export const declares = ({ ranges }: FontFile, characters: readonly number[]): boolean =>
  characters.every((code) => ranges.some(({ from, to }) => from <= code && code <= to))
