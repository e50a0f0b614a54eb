/** Thrown when a sync cannot be done at all; the message is one sentence that says what to do, without secrets. */
export class SyncError extends Error {
  override name = 'SyncError'
}

/** For when the file system does not let us write: says where and why. */
export function cannotWrite(dir: string, error: unknown): SyncError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const why = code === 'ENOSPC' ? 'the disk is full' : code
  return new SyncError(
    `Cannot write the snapshot to ${dir} (${why}): make room, or set WORKSPACE_DIR to a folder with room to write in`,
  )
}

/**
 * Why a call to the workspace gave nothing: it said no (`refused`), that we ask too much (`busy`), nothing or only that it fails
 * (`unreachable`), or something that is no answer (`broken`).
 */
export type CallFailure = 'refused' | 'busy' | 'unreachable' | 'broken'

/** Thrown when a call failed for good. The message says what came back, and never what was sent. */
export class CallError extends Error {
  override name = 'CallError'
  constructor(
    readonly kind: CallFailure,
    message: string,
    readonly status?: number,
    /** Milliseconds that the workspace asks to wait. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}
