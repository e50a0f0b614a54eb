import 'server-only'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { decompress } from 'wawoff2'
import { IMAGE_PACKAGES } from '../branding/image-fonts'
import { getEnv, setFontconfigFile } from '../settings/env'
import { writeFileAtomically } from '../snapshot/write-file-atomically'
import { readCharacters, renameFont } from './font-tables'

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

async function loadFont(file: string): Promise<Font> {
  const loading = fonts.get(file) ?? registerFont(file)
  fonts.set(file, loading)
  loading.catch(() => fonts.delete(file))
  return loading
}

/** Decompresses a font, because the libraries that draw text cannot read WOFF2, and registers it under a name of its own. */
async function registerFont(packed: string): Promise<Font> {
  const font = Buffer.from(await decompress(await readFile(packed)))
  const family = `f${createHash('sha256').update(path.basename(packed)).digest('hex').slice(0, 12)}`
  const file = path.join(getFolder(), `${path.basename(packed, '.woff2')}.ttf`)
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
