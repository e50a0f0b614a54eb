// Edits, the tests that must detect them, and the order of these tests. Plain JavaScript, because each lane (see `lane.mjs`) runs it without a compiler.

/**
 * A small edit that changes behavior, which the fast tests must detect.
 * @typedef {object} Edit
 * @property {string} file
 * @property {string} find Occurs exactly once in the file.
 * @property {string} replace
 * @property {string} why The effect of the edit, in a few words.
 * @property {string} [survives] Why no fast test detects it, if none does.
 */

/** Tests that start processes of the site or take long. Edits must be detected without them. */
const SLOW = [/^tests\/processes\//, /^tests\/unit\/server\/[^/]*process[^/]*$/, /^tests\/unit\/workspace\/fuzz\./]

export const isFast = (/** @type {string} */ test) => !SLOW.some((pattern) => pattern.test(test))

/**
 * Returns the file's text with the edit. Throws unless the text to find occurs exactly once, so that the list is kept up to date.
 * @param {string} source
 * @param {Edit} edit
 */
export function applyEdit(source, { file, find, replace }) {
  const count = source.split(find).length - 1
  if (count !== 1) throw new Error(`${file} contains ${JSON.stringify(find)} ${count} times instead of once`)
  return source.replace(find, () => replace)
}

/**
 * Sorts tests by the likelihood that they detect an edit of the file soon: its own tests, those of its folder, those of its module, then
 * all others; within each group, quick tests first.
 * @template Test
 * @param {string} file
 * @param {readonly Test[]} tests
 * @param {(test: Test) => string} getPath
 * @param {Record<string, number>} durations Milliseconds by path.
 */
export function sortByLikelihood(file, tests, getPath, durations) {
  const duration = (/** @type {Test} */ test) => durations[getPath(test)] ?? 0
  return tests.toSorted(
    (a, b) => getDistance(file, getPath(a)) - getDistance(file, getPath(b)) || duration(a) - duration(b),
  )
}

function getDistance(/** @type {string} */ file, /** @type {string} */ test) {
  if (getName(file) === getName(test)) return 0
  const within = file.split('/').slice(1, -1)
  const [, kind, ...folders] = test.split('/').slice(0, -1)
  const words = folders.join('-').split('-')
  const isOfModule = words.every((word) => within.includes(word))
  const isOfKind = (kind === 'components') === file.startsWith('components/')
  if (!isOfModule || !isOfKind) return 3
  return words.at(-1) === within.at(-1) ? 1 : 2
}

const getName = (/** @type {string} */ path) => path.replace(/^.*\//, '').replace(/(?:\.test)?\.\w+$/, '')

/**
 * Returns edits from lists by file, in which each is written as find, replace, why, and why it survives.
 * @param {Record<string, readonly (readonly [find: string, replace: string, why: string, survives?: string])[]>} files
 * @returns {Edit[]}
 */
export function listEdits(files) {
  return Object.entries(files).flatMap(([file, edits]) =>
    edits.map(([find, replace, why, survives]) => ({ file, find, replace, why, ...(survives && { survives }) })),
  )
}
