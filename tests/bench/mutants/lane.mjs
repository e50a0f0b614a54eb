// One lane of the mutation run, in a copy of the project: applies one edit at a time and runs the tests that depend on the edited file.
// Vitest stays loaded, because starting it takes longer than most of these runs. Its parent sends a Trial or a Check and gets a LaneResult.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { createVitest } from 'vitest/node'
import { applyEdit, isFast, sortByLikelihood } from './plan.mjs'

/** @typedef {import('./plan.mjs').Edit} Edit */
/** @typedef {{ files: string[], lane: number, lanes: number }} Check Requests one lane's share of the tests of these files, without an edit. */
/** @typedef {{ edit: Edit, durations: Durations }} Trial Requests the tests of an edit. */
/** @typedef {Record<string, number>} Durations Milliseconds by test file. */
/** @typedef {{ failed: string[], durations: Durations }} Tested `failed` names the tests that failed; none if the edit survived. */
/** @typedef {{ ready: true } | Tested} LaneResult */

/** @type {string[]} */
let failed = []
/** @type {Durations} */
let durations = {}

/** Discards the output of tests and warnings of their processes, because it would hide the survivors. */
const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })

const vitest = await createVitest(
  'test',
  {
    watch: false,
    maxWorkers: 1,
    // The first failing test has detected the edit.
    bail: 1,
    silent: true,
    reporters: [
      {
        onTestModuleEnd(module) {
          const { relativeModuleId: name } = module
          const { collectDuration, duration } = module.diagnostic()
          durations[name] = collectDuration + duration
          if (module.state() !== 'failed') return
          // If no test failed, the module itself could not be loaded.
          const [test] = module.children.allTests('failed')
          failed.push(test === undefined ? name : `${name}: ${test.fullName}`)
        },
        onTestRunEnd(_modules, errors) {
          if (errors.length > 0) failed.push('an error outside the tests')
        },
      },
    ],
  },
  {},
  { stdout: nowhere, stderr: nowhere },
)
await vitest.standalone()

process.on('message', async (/** @type {Trial | Check} */ request) => {
  failed = []
  durations = {}
  if ('edit' in request) await runEdited(request)
  else await runUnedited(request)
  process.send?.({ failed, durations })
})
process.once('disconnect', () => process.exit())
process.send?.({ ready: true })

/** @param {import('vitest/node').TestSpecification} specification */
function getTestPath({ moduleId }) {
  return path.relative(process.cwd(), moduleId)
}

/** Returns the fast tests that depend on these files. */
async function findTests(/** @type {string[]} */ files) {
  // Each run clears the list of related files.
  vitest.config.related = files.map((file) => path.resolve(file))
  return (await vitest.getRelevantTestSpecifications()).filter((specification) => isFast(getTestPath(specification)))
}

/** Runs a lane's share of the tests without an edit. */
async function runUnedited(/** @type {Check} */ { files, lane, lanes }) {
  await vitest.runTestSpecifications((await findTests(files)).filter((_, i) => i % lanes === lane))
}

/** Runs the tests of an edit until one fails. */
async function runEdited(/** @type {Trial} */ { edit, durations: known }) {
  const file = path.resolve(edit.file)
  const source = readFileSync(file, 'utf8')
  const tests = sortByLikelihood(edit.file, await findTests([edit.file]), getTestPath, known)
  writeFileSync(file, applyEdit(source, edit))
  vitest.invalidateFile(file)
  try {
    // In growing batches, because the first tests detect most edits.
    for (let at = 0, size = 1; at < tests.length && failed.length === 0; at += size, size *= 2) {
      await vitest.runTestSpecifications(tests.slice(at, at + size))
    }
  } finally {
    writeFileSync(file, source)
    vitest.invalidateFile(file)
  }
}
