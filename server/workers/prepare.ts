import { setTimeout as pause } from 'node:timers/promises'
import { EnvironmentError, getEnv } from '../../lib/env'
import { editorsMessagesFor } from '../../lib/messages/parts/editors'
import { findPageRemarks } from '../../lib/page/page-remarks'
import { getLogName } from '../../lib/site/log-name'
import { NoRootError } from '../../lib/site/prepare/build'
import { prepare, savedFindings } from '../../lib/site/prepare/prepare'
import { openWorkingCopy, readSavedIndex } from '../../lib/site/working-copy'
import { NOT_AS_LISTED } from '../../lib/snapshot/read-source-file'
import { SnapshotError } from '../../lib/snapshot/store'
import { logAsJsonIfShared } from '../json-log'

logAsJsonIfShared()
// Only one process at a time may write the working copy, so this one ends with its parent.
process.once('disconnect', () => process.exit(1))

/** Within this time a sync writes the manifest for the files that it has put into place. */
const REPLACED_WITHIN_MS = 1000
const verify = process.argv.includes('--verify')
const isFirst = process.argv.includes('--first')

/** Brings the working copy up to date with the workspace folder; one clear sentence and exit code 1 when that cannot be done. */
try {
  let prepared = await prepare(getEnv(), Date.now(), { verify, findPageRemarks })
  if (prepared.problems.some(({ reason }) => reason === NOT_AS_LISTED)) {
    await pause(REPLACED_WITHIN_MS)
    prepared = await prepare(getEnv(), Date.now(), { findPageRemarks })
  }
  const { pages, publicPages, snapshot, problems, changed } = prepared
  // Others of this start have named the same ones, and a file that cannot be read is tried every minute.
  if (changed || isFirst) for (const { file, reason } of problems) console.error(`Cannot read ${file}: ${reason}`)
  if (changed) {
    console.log(`${publicPages} public pages of ${pages}, snapshot ${snapshot}`)
    await warnOfMissingRoot()
  }
} catch (error) {
  if (!(error instanceof EnvironmentError || error instanceof SnapshotError || error instanceof NoRootError))
    throw error
  console.error(error.message)
  process.exitCode = 1
}
// The channel to the parent would keep the process alive.
process.exit()

/** Tells operators to name a root page where there is none. */
async function warnOfMissingRoot(): Promise<void> {
  const index = await readSavedIndex(openWorkingCopy(getEnv()))
  for (const finding of await savedFindings(getEnv())) {
    if (finding.kind !== 'no-root') continue
    const names = finding.candidates.map((id) => {
      const page = index?.pages.find((each) => each.id === id)
      return page === undefined ? id : getLogName(page)
    })
    console.warn(editorsMessagesFor('en').finding.noRoot(finding.tops, names))
  }
}
