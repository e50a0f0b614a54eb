import { accessSync, constants, readFileSync } from 'node:fs'

/**
 * Returns one sentence with the problem and what to do. Returns undefined for an unexpected error, whose stack trace is printed instead.
 *
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function explainError(error) {
  if (!(error instanceof Error)) return String(error)
  // The messages of the project's own error types contain what to do.
  if (!(error.name in globalThis)) return error.message
  const { code, syscall, path, port } = /** @type {NodeJS.ErrnoException & { port?: number }} */ (error)
  if (code === 'EADDRINUSE') return `Port ${port} is in use: end the program that uses it, or choose another port`
  if (syscall === 'listen' && code === 'EACCES')
    return `This user may not listen on port ${port}: choose one above 1023`
  const place = path ?? process.cwd()
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `Cannot write to ${place}, because the disk is full: make room, and run the command again`
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `This user may not use ${place} (${code}): give the user access to it, or run the command as its owner`
  }
  return undefined
}

/**
 * Prints why a command failed, and ends it.
 *
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  console.error(explainError(error) ?? error)
  process.exit(1)
}

/**
 * Ends the command if this version of Node is too old.
 *
 * @param {string} version
 */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Colophon needs Node 20.19 or later, and this is ${version}: install a newer one from nodejs.org`)
  }
}

/**
 * Sets the variables of an `.env` file, if there is one. Variables of the environment take precedence. Ends the command if the file cannot
 * be read.
 */
export function loadEnvFile(file = '.env') {
  try {
    // `process.loadEnvFile` reports every file that it cannot read as missing.
    readFileSync(file)
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'ENOENT') return
    fail(`${file} cannot be read (${code}): make it a file that this user may read, or remove it`)
  }
  process.loadEnvFile(file)
}

/**
 * Ends the command if this user may not write to a folder.
 *
 * @param {string} folder
 */
export function requireWriteAccess(folder) {
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    fail(error)
  }
}
