import { setTimeout as pause } from 'node:timers/promises'
import type { Measurement } from '../measurements'
import { startEditedReaders } from './edited-readers'

const EDITS = 6
/** The pause between two edits of an editor. */
const BETWEEN_MS = 2000
const HOW = `Instances, edits: worst of ${EDITS} edits of the sample on a loopback workspace, ${BETWEEN_MS / 1000} s apart, at the usual pace of calls, each announced to one of two readers alternately; both are requested until both show it.`

/** Measures how soon two readers show an edit that a webhook announces to one of them. */
export async function measureEditing(): Promise<Measurement[]> {
  const { workspace, sites, announce, waitForText, stop } = await startEditedReaders()
  const [first, second] = sites
  const page = workspace.editor.addPage(workspace.root, 'Tides', 'First')
  await announce(first, workspace.root)
  await announce(second, page)
  await waitForText('/tides', 'First')
  let seconds = 0
  for (let edit = 0; edit < EDITS; edit++) {
    await pause(BETWEEN_MS)
    workspace.editor.write(page, `Edit number ${edit}.`)
    const started = performance.now()
    await announce(edit % 2 === 0 ? first : second, page)
    await waitForText('/tides', `Edit number ${edit}.`)
    const took = (performance.now() - started) / 1000
    console.log(`Edit ${edit} is shown by both readers after ${took.toFixed(2)} s`)
    seconds = Math.max(seconds, took)
  }
  await stop()
  const name = 'instances: edit to visible on both, after a webhook'
  return [{ name, measured: seconds, unit: 's', limit: 3, limitIs: 'most', how: HOW }]
}
