import type { FailedFile } from '../../../snapshot/intake'
import { getServedName } from '../../../workspace/address'

/** `database`: its icon or cover. */
export type FileRemark = {
  database?: string
} /** A file that the sync could not load. `reason` is a part of an English sentence. */ & (
  | { kind: 'failed-file'; file: string; reason: string }
  /** A HEIC picture that could not be converted, so that the page links to it. */
  | { kind: 'unconverted-picture'; file: string }
)

/** The files of a page that are named, at most. */
const MAX_NAMED_FILES = 20

/** Returns remarks about the files that a page should show and does not. */
export function findFileRemarks(failed: readonly FailedFile[] = []): FileRemark[] {
  return failed.slice(0, MAX_NAMED_FILES).map(({ address, reason }) => {
    const file = getServedName(address, '')
    return reason === undefined ? { kind: 'unconverted-picture', file } : { kind: 'failed-file', file, reason }
  })
}
