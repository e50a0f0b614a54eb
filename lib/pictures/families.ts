import 'server-only'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

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
export async function readFamily(name: string): Promise<FontFile[]> {
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
