// Raises deadlines that a busy machine may exceed, for tests of other things: `NODE_OPTIONS=--import=…/long-deadlines.mjs`.
const KEY = Symbol.for('colophon.runtime')
Object.assign(globalThis, { [KEY]: { pageDeadlineMs: 60_000 } })
