/** Why the system refuses to write, by its error codes. */
const REASONS: Partial<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would exceed the size limit of the process',
  EROFS: 'the file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
}

/**
 * Returns why a file could not be written, as a part of a sentence that names no file.
 *
 * @example describeWriteFailure(error) // 'the disk is full'
 */
export function describeWriteFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return REASONS[code] ?? code
}
