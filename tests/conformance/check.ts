import { readFileSync } from 'node:fs'
import { isCompleteRun } from '../support/complete'

/** Ends statements whose tests run only in `npm run test:nightly`. */
const NIGHTLY = ' (Nightly)'

/** Returns the statements of a list by id, such as `N-12`. Throws if the ids are not N-1 to N-n, each once, in any order. */
export function readStatements(list: string): Map<string, string> {
  const statements = [...list.matchAll(/^- (N-\d+) (.+)$/gm)].map(([, id = '', text = '']) => [id, text] as const)
  const ids = new Set(statements.map(([id]) => id))
  for (let number = 1; number <= statements.length; number++)
    if (!ids.has(`N-${number}`)) throw new Error(`Of ${statements.length} statements, none has the id N-${number}`)
  return new Map(statements)
}

/**
 * Compares the titles of passed tests with the statements in `statements.md`, which is read relative to the working directory.
 *
 * @param passedTitles titles that may contain ids in brackets, such as `skips unsupported views [N-134] [N-327]`
 * @returns a line with the number of statements that tests show, and the statements without a test as `N-12 A single view has no tab.`
 * @throws if a title contains an id that the list does not have
 */
export function checkConformance(
  passedTitles: readonly string[],
  { list = readFileSync('tests/conformance/statements.md', 'utf8'), isNightly = isCompleteRun } = {},
): { summary: string; missing: string[] } {
  const statements = readStatements(list)
  const shown = new Set(passedTitles.flatMap((title) => [...title.matchAll(/\[(N-\d+)\]/g)].map(([, id = '']) => id)))
  const unknown = [...shown].filter((id) => !statements.has(id))
  if (unknown.length > 0) throw new Error(`tests/conformance/statements.md does not contain ${unknown.join(', ')}`)
  const isDue = (text: string) => isNightly || !text.endsWith(NIGHTLY)
  const missing = [...statements]
    .filter(([id, text]) => isDue(text) && !shown.has(id))
    .map(([id, text]) => `${id} ${text}`)
  const onPurpose = [...statements.values()].filter((text) => text.includes('(On purpose: ')).length
  const summary = `Conformance: tests show ${shown.size} of ${statements.size} statements; ${onPurpose} deviate on purpose`
  return { summary, missing }
}
