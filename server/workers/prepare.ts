import { describeFinding } from '../../lib/formats/findings'
import { findPageRemarks } from '../../lib/page/page-remarks'
import { EnvironmentError, getEnv } from '../../lib/settings/env'
import { getLogName } from '../../lib/site/log-name'
import { NoRootError } from '../../lib/site/prepare/build-site'
import {
  computeVisibility,
  createPictureConverter,
  prepareSite,
  readSavedFindings,
} from '../../lib/site/prepare/prepare-site'
import { openWorkingCopy, readSavedIndex } from '../../lib/site/working-copy'
import { SnapshotError, StateWriteError } from '../../lib/snapshot/store'
import { getEditorsMessages } from '../../messages/languages'
import { formatCount } from '../../messages/plural'
import { logAsJsonIfShared } from '../json-log'
import { createFileCounter } from '../progress-line'
import { sendWriteFailure } from '../run-child'

logAsJsonIfShared()
// Only one process at a time may write the working copy, so this one ends with its parent.
process.once('disconnect', () => process.exit(1))

const verify = process.argv.includes('--verify')
const isFirst = process.argv.includes('--first')
/** The caller prepares again if pictures are left. */
const isRepeated = process.argv.includes('--repeated')
/** Conversions of pictures delay the withdrawal of pages. */
const CONVERSIONS_MS = 10_000

/** Brings the working copy up to date with the workspace folder. If that fails, logs one sentence and exits with code 1. */
try {
  const { pages, publicPages, snapshot, problems, changed } = await prepareSite(getEnv(), Date.now(), {
    verify,
    findPageRemarks,
    converter: createPictureConverter(isRepeated ? CONVERSIONS_MS : undefined),
    // Later preparations are short, and the log of a running site may be on the terminal.
    ...(isFirst && { onProgress: createFileCounter('Reading the workspace') }),
  })
  // Log the problems once: unreadable files are tried again every minute, which would log them each time.
  if (changed || isFirst) for (const { file, reason } of problems) console.error(`Cannot read ${file}: ${reason}`)
  if (changed) {
    console.log(`${formatCount(publicPages, 'public page')} of ${pages}, snapshot ${snapshot}`)
    await warnOfFindings()
  }
} catch (error) {
  if (!(error instanceof EnvironmentError || error instanceof SnapshotError || error instanceof NoRootError))
    throw error
  console.error(error.message)
  process.exitCode = 1
  if (error instanceof StateWriteError) await reportUnwritten(error)
}
// The channel to the parent would keep the process alive.
process.exit()

/** Sends to the parent that the state folder cannot be written to, and who may read what, so that withdrawn pages are hidden nevertheless. */
async function reportUnwritten({ reason }: StateWriteError): Promise<void> {
  // The computation may fail, too.
  await sendWriteFailure({ unwritten: reason, visibility: undefined })
  const visibility = await computeVisibility(getEnv(), Date.now()).catch((error: unknown) => {
    if (!(error instanceof SnapshotError || error instanceof NoRootError)) throw error
    console.error(error.message)
    return undefined
  })
  await sendWriteFailure({ unwritten: reason, visibility })
}

/** Logs that a root page should be configured, if there is none, and names that should protect pages. */
async function warnOfFindings(): Promise<void> {
  const index = await readSavedIndex(openWorkingCopy(getEnv()))
  for (const finding of await readSavedFindings(getEnv())) {
    if (finding.kind === 'misnamed') {
      // The log does not name databases, which may be closed.
      const page = index?.pages.find(({ id }) => id === finding.page)
      const place = page === undefined ? finding.page : getLogName(page)
      const database = finding.database === undefined ? undefined : place
      const line = describeFinding({ ...finding, database }, new Map(), getEditorsMessages('en'))
      console.warn(line.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' '))
    }
    if (finding.kind !== 'no-root') continue
    const names = finding.candidates.map((id) => {
      const page = index?.pages.find((each) => each.id === id)
      return page === undefined ? id : getLogName(page)
    })
    console.warn(getEditorsMessages('en').finding.noRoot(finding.tops, names))
  }
}
