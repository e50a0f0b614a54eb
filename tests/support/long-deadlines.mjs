// Raises the deadlines of workers for tests of other things, because a busy machine may exceed them:
// `NODE_OPTIONS=--import=…/long-deadlines.mjs`.
const KEY = Symbol.for('colophon.runtime')
Object.assign(globalThis, { [KEY]: { jobDeadlineMs: 60_000 } })
