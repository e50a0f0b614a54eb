/** Thrown if a site cannot be exported. The message contains the fault, the place and the remedy. */
export class ExportError extends Error {
  override name = 'ExportError'
}

/**
 * Returns the error to throw if the folder cannot be written: an {@link ExportError} if the file system refused. `isHalfway`: the folder
 * was being replaced.
 */
export function explainFailedWrite(dir: string, error: unknown, isHalfway: boolean): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== undefined && isHalfway) {
    return new ExportError(
      `Replacing ${dir} was interrupted (${code}), so it may be missing: run the export again, which puts it back`,
    )
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new ExportError(`The disk is full, so ${dir} was left as it was: make room, or name another folder`)
  }
  if (code === undefined) return error
  return new ExportError(`Cannot write ${dir} (${code}): name a folder that can be written to and replaced`)
}
