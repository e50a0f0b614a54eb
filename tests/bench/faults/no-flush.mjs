// Turns every flush of a process into a no-op, to measure the cost of flushing: `NODE_OPTIONS=--import=…/no-flush.mjs`.
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/** @typedef {(...args: any[]) => any} Work */

const withoutFlush = (/** @type {Work} */ work) => {
  const changed = (/** @type {any[]} */ args) =>
    args.map((each) =>
      each !== null && typeof each === 'object' && each.flush === true ? { ...each, flush: false } : each,
    )
  return (/** @type {any[]} */ ...args) => work(...changed(args))
}
const callBack = (/** @type {any[]} */ ...args) => args.at(-1)(null)
const nothing = async () => {}
const open = /** @type {Work} */ (promises.open)

Object.assign(promises, {
  writeFile: withoutFlush(promises.writeFile),
  open: async (/** @type {any[]} */ ...args) =>
    Object.assign(await open(...args), { sync: nothing, datasync: nothing }),
})
Object.assign(fs, {
  appendFileSync: withoutFlush(fs.appendFileSync),
  writeFileSync: withoutFlush(fs.writeFileSync),
  createWriteStream: withoutFlush(fs.createWriteStream),
  fsyncSync() {},
  fdatasyncSync() {},
  fsync: callBack,
  fdatasync: callBack,
})
syncBuiltinESMExports()
