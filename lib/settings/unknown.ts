import { getEditDistance } from '../edit-distance'
import { SETTING_NAMES } from './env'

const KNOWN: ReadonlySet<string> = new Set([...SETTING_NAMES, 'NODE_ENV', 'STATIC_EXPORT'])
/** Prefixes that other programs hardly use. A variable with one of them is meant for this site. */
const OWN_PREFIXES = /^(?:EDITORS|METRICS|NOTION|OIDC|REVALIDATE|SEARCH|SITE|SYNC|TRUST|WORKSPACE)_/
/** A name with at most this edit distance is misspelled, whatever its prefix. Short names resemble too many others. */
const MAX_EDIT_DISTANCE = 2
const MIN_NAME_LENGTH = 6
/** Longer names are ignored, because comparing them takes quadratic time. */
const MAX_NAME_LENGTH = 64

/**
 * Returns a sentence for each variable that looks like one of the site's settings and is none.
 * @example findUnknownVariables({ SYNC_RTE: '5' }) // ['SYNC_RTE is not a setting and is ignored: did you mean SYNC_RATE?']
 */
export function findUnknownVariables(source: Record<string, string | undefined>): string[] {
  const comparable = SETTING_NAMES.filter(({ length }) => length >= MIN_NAME_LENGTH)
  return Object.keys(source).flatMap((name) => {
    const isComparable = name.length >= MIN_NAME_LENGTH && name.length <= MAX_NAME_LENGTH
    if (!isComparable || KNOWN.has(name) || source[name] === undefined) return []
    const isOwn = OWN_PREFIXES.test(name)
    // The distance is at least the difference of the lengths. Comparing all names would take a tenth of a second.
    const similar = isOwn ? comparable : comparable.filter((each) => hasSimilarLength(each, name))
    const distances = similar.map((each) => getEditDistance(name.toUpperCase(), each))
    const least = Math.min(...distances)
    if (least > MAX_EDIT_DISTANCE && !isOwn) return []
    return `${name} is not a setting and is ignored: did you mean ${similar[distances.indexOf(least)]}?`
  })
}

const hasSimilarLength = (a: string, b: string): boolean => Math.abs(a.length - b.length) <= MAX_EDIT_DISTANCE

/** Returns a sentence for each variable of this process that is probably misspelled. */
export const listUnknownVariables = (): string[] => findUnknownVariables(process.env)

/** Logs variables of this process that are probably misspelled. */
export function warnOfUnknownVariables(): void {
  for (const sentence of listUnknownVariables()) console.warn(sentence)
}
