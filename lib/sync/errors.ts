/** Thrown if a sync cannot run at all. The message is one sentence with what to do, and contains no secret. */
export class SyncError extends Error {
  override name = 'SyncError'
}

/** Returns the error for a failed write, with the folder and the reason. */
export function createWriteError(dir: string, error: unknown): SyncError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const why = code === 'ENOSPC' ? 'the disk is full' : code
  return new SyncError(
    `Cannot write the snapshot to ${dir} (${why}): make room, or set WORKSPACE_DIR to a folder with room to write in`,
  )
}

/**
 * Why a call to the workspace failed: it was denied (`refused`) or rate-limited (`busy`), there was no response or a server error
 * (`unreachable`), or the response is malformed (`broken`).
 */
export type CallFailure = 'refused' | 'busy' | 'unreachable' | 'broken'

/** Thrown when all attempts of a call failed. The message describes the response, and never the request. */
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
