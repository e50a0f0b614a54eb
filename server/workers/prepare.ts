import { EnvironmentError, getEnv } from '../../lib/env'
import { getEditorsMessages } from '../../lib/messages/parts/editors'
import { findPageRemarks } from '../../lib/page/page-remarks'
import { getLogName } from '../../lib/site/log-name'
import { NoRootError } from '../../lib/site/prepare/build-site'
import { prepareSite, readSavedFindings } from '../../lib/site/prepare/prepare-site'
import { openWorkingCopy, readSavedIndex } from '../../lib/site/working-copy'
import { SnapshotError } from '../../lib/snapshot/store'
import { logAsJsonIfShared } from '../json-log'

logAsJsonIfShared()
// Only one process at a time may write the working copy, so this one ends with its parent.
process.once('disconnect', () => process.exit(1))

const verify = process.argv.includes('--verify')
const isFirst = process.argv.includes('--first')

/** Brings the working copy up to date with the workspace folder; one clear sentence and exit code 1 when that cannot be done. */
try {
  const { pages, publicPages, snapshot, problems, changed } = await prepareSite(getEnv(), Date.now(), {
    verify,
    findPageRemarks,
  })
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
  for (const finding of await readSavedFindings(getEnv())) {
    if (finding.kind !== 'no-root') continue
    const names = finding.candidates.map((id) => {
      const page = index?.pages.find((each) => each.id === id)
      return page === undefined ? id : getLogName(page)
    })
    console.warn(getEditorsMessages('en').finding.noRoot(finding.tops, names))
  }
}
