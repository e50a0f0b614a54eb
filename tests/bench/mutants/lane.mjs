// One lane of the mutation run, in a copy of the project: applies one edit at a time and runs the tests that the edited file reaches.
// Vitest stays loaded, because starting it takes longer than most of these runs. Its parent sends an Edit or a Check and gets a LaneResult.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createVitest } from 'vitest/node'
import { applyEdit, isFast, nearestFirst } from './plan.mjs'

/** @typedef {import('./plan.mjs').Edit} Edit */
/** @typedef {{ files: string[], lane: number, lanes: number }} Check Asks for one lane's share of the tests of these files, without an edit. */
/** @typedef {{ ready: true } | { failed: string[] }} LaneResult `failed` names the test files that failed; none if the edit survived. */

/** @type {string[]} */
let failed = []

const vitest = await createVitest('test', {
  watch: false,
  maxWorkers: 1,
  // A passing run is the usual one in any other place; here its output would hide the survivors.
  silent: true,
  reporters: [
    {
      onTestModuleEnd(module) {
        if (module.state() === 'failed') failed.push(module.relativeModuleId)
      },
      onTestRunEnd(_modules, errors) {
        if (errors.length > 0) failed.push('an error outside the tests')
      },
    },
  ],
})
await vitest.standalone()

process.on('message', async (/** @type {Edit | Check} */ asked) => {
  process.send?.({ failed: 'find' in asked ? await failuresOf(asked) : await failuresWithout(asked) })
})
process.once('disconnect', () => process.exit())
process.send?.({ ready: true })

/** @param {import('vitest/node').TestSpecification} specification */
function testOf({ moduleId }) {
  return path.relative(process.cwd(), moduleId)
}

/** The fast tests that these files reach. */
async function testsFor(/** @type {string[]} */ files) {
  // The list of related tests is forgotten by each run.
  vitest.config.related = files.map((file) => path.resolve(file))
  return (await vitest.getRelevantTestSpecifications()).filter((specification) => isFast(testOf(specification)))
}

/** Test files that fail without an edit. */
async function failuresWithout(/** @type {Check} */ { files, lane, lanes }) {
  failed = []
  await vitest.runTestSpecifications((await testsFor(files)).filter((_, i) => i % lanes === lane))
  return failed
}

/** Test files that fail with the edit. */
async function failuresOf(/** @type {Edit} */ edit) {
  const file = path.resolve(edit.file)
  const source = readFileSync(file, 'utf8')
  failed = []
  const tests = nearestFirst(edit.file, await testsFor([edit.file]), testOf)
  writeFileSync(file, applyEdit(source, edit))
  vitest.invalidateFile(file)
  try {
    // In growing batches, because the nearest tests notice most edits.
    for (let at = 0, size = 1; at < tests.length && failed.length === 0; at += size, size *= 2) {
      await vitest.runTestSpecifications(tests.slice(at, at + size))
    }
  } finally {
    writeFileSync(file, source)
    vitest.invalidateFile(file)
  }
  return failed
}
