import { describeWriteFailure } from '../snapshot/store'

/** Thrown if a sync cannot run at all. The message is one sentence with what to do, and contains no secret. */
export class SyncError extends Error {
  override name = 'SyncError'
}

const REMEDY = 'make room there, or set WORKSPACE_DIR to a folder that can be written to'

/**
 * Returns what to check if the workspace cannot be reached, or does not respond as one does. `apiBaseUrl` is that of the settings: an error
 * should not name one that the operator never set.
 */
export const adviseOnAddress = (apiBaseUrl: string | undefined): string =>
  apiBaseUrl === undefined
    ? 'check the network of this machine, and whether a proxy or firewall is in between'
    : 'check the network and NOTION_API_BASE_URL'

/** Thrown if the workspace folder cannot be written to. `reason` is a part of a sentence that names no file. */
export class SyncWriteError extends SyncError {
  override name = 'SyncWriteError'
  readonly reason: string
  constructor(dir: string, error: unknown, remedy = REMEDY) {
    const reason = describeWriteFailure(error)
    super(`Cannot write to ${dir} (${reason}): ${remedy}`)
    this.reason = reason
  }
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
