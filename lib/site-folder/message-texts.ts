import { editors } from '../../messages/editors/en'
import * as readers from '../../messages/en'
import { listKeys } from '../../messages/overrides'
import { findNearestName } from '../edit-distance'

/** Keys that are no texts. */
const NOT_REPLACED: ReadonlySet<string> = new Set(['site.locale'])
const MAX_LENGTH = 1000

/** Returns the keys of all texts that can be replaced, each with the number of values that the text contains as `{1}`, `{2}` and so on. */
export function listMessageKeys(): ReadonlyMap<string, number> {
  const parts = Object.entries({ ...readers, editors }).filter(([, part]) => typeof part === 'object')
  const keys = parts.flatMap(([name, part]) => listKeys(part, name))
  return new Map(keys.filter(([key]) => !NOT_REPLACED.has(key)))
}

/** Reads a file of `messages`: an object of texts by key. Returns the usable ones, and what is wrong with the others. */
export function readMessageTexts(value: unknown): {
  texts: Record<string, string>
  problems: { key: string; text: string }[]
} {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { texts: {}, problems: [{ key: '', text: 'it must be an object of texts, such as {"site.madeWith": "…"}' }] }
  }
  const known = listMessageKeys()
  const texts: Record<string, string> = {}
  const problems: { key: string; text: string }[] = []
  for (const [key, text] of Object.entries(value)) {
    const problem = findProblem(key, text, known)
    if (problem === undefined) texts[key] = text
    else problems.push({ key, text: problem })
  }
  return { texts, problems }
}

function findProblem(key: string, text: unknown, known: ReadonlyMap<string, number>): string | undefined {
  const values = known.get(key)
  if (values === undefined)
    return `${JSON.stringify(key)} is no text of the interface: did you mean ${findNearestName(key, [...known.keys()])}?`
  if (typeof text !== 'string' || text.length > MAX_LENGTH)
    return `${key} must be a text of at most ${MAX_LENGTH} characters`
  const numbers = [...text.matchAll(/\{(\d)\}/g)].map(([, number]) => Number(number))
  const wrong = numbers.find((number) => number < 1 || number > values)
  if (wrong === undefined) return undefined
  return `${key} contains {${wrong}}, but ${values === 0 ? 'has no values' : `its last value is {${values}}`}`
}
