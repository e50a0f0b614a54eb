// What an edit is, which tests it is tried on, and in which order. Plain JavaScript, because each lane runs it without a compiler.

/**
 * A small edit of meaning that the fast tests must notice.
 * @typedef {object} Edit
 * @property {string} file
 * @property {string} find Occurs exactly once in the file.
 * @property {string} replace
 * @property {string} why What would go wrong, in a few words.
 * @property {string} [survives] Why no fast test notices it; left out for all others.
 */

/** Tests that start processes of the site or are long by themselves. An edit has to be noticed without them. */
const SLOW = [/^tests\/processes\//, /^tests\/unit\/tools\/[^/]*process[^/]*$/, /^tests\/unit\/workspace\/fuzz\./]

export const isFast = (/** @type {string} */ test) => !SLOW.some((pattern) => pattern.test(test))

/**
 * The file's text with the edit. Throws if the text to find is not there exactly once, so that the list follows the code.
 * @param {string} source
 * @param {Edit} edit
 */
export function applyEdit(source, { file, find, replace }) {
  const count = source.split(find).length - 1
  if (count !== 1) throw new Error(`${file} contains ${JSON.stringify(find)} ${count} times instead of once`)
  return source.replace(find, () => replace)
}

/**
 * The tests in the order in which they are likely to notice an edit of the file soon: its own, those of its folder, those of its
 * module, then all others; quick ones first.
 * @template Test
 * @param {string} file
 * @param {readonly Test[]} tests
 * @param {(test: Test) => string} pathOf
 * @param {Record<string, number>} durations Milliseconds by path.
 */
export function likeliestFirst(file, tests, pathOf, durations) {
  const duration = (/** @type {Test} */ test) => durations[pathOf(test)] ?? 0
  return tests.toSorted((a, b) => distance(file, pathOf(a)) - distance(file, pathOf(b)) || duration(a) - duration(b))
}

function distance(/** @type {string} */ file, /** @type {string} */ test) {
  if (nameOf(file) === nameOf(test)) return 0
  const within = file.split('/').slice(1, -1)
  const [, kind, ...folders] = test.split('/').slice(0, -1)
  const words = folders.join('-').split('-')
  const isOfModule = words.every((word) => within.includes(word))
  const isOfKind = (kind === 'components') === file.startsWith('components/')
  if (!isOfModule || !isOfKind) return 3
  return words.at(-1) === within.at(-1) ? 1 : 2
}

const nameOf = (/** @type {string} */ path) => path.replace(/^.*\//, '').replace(/(?:\.test)?\.\w+$/, '')

/**
 * Edits by their file, written as find, replace, why, and why an edit survives.
 * @param {Record<string, readonly (readonly [find: string, replace: string, why: string, survives?: string])[]>} files
 * @returns {Edit[]}
 */
export function editsIn(files) {
  return Object.entries(files).flatMap(([file, edits]) =>
    edits.map(([find, replace, why, survives]) => ({ file, find, replace, why, ...(survives && { survives }) })),
  )
}
