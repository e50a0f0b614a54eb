/** The maximum number of bytes that file systems allow in a name. */
const MAX_BYTES = 255
/** Characters that a name cannot contain, or that some hosts treat as separators. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: names from a workspace may contain them
const FORBIDDEN = /[/\\\u0000-\u001f]/

/**
 * Returns the path of the file from which a static host serves a site-absolute address without query, or the reason why there can be none.
 * @example getFileName('/guides/%E6%8E%92') // { file: 'guides/排.html' }
 */
export function getFileName(address: string): { file: string } | { problem: string } {
  const segments = address.slice(1).split('/').map(decodeURIComponent)
  const last = segments.pop() ?? ''
  const name = last === '' ? 'index.html' : last.includes('.') ? last : `${last}.html`
  const path = [...segments, name]
  for (const segment of path) {
    if (segment === '' || segment === '.' || segment === '..' || FORBIDDEN.test(segment)) {
      return { problem: 'its name cannot be the name of a file' }
    }
    const bytes = Buffer.byteLength(segment)
    if (bytes > MAX_BYTES) {
      return { problem: `its name has ${bytes} bytes, and a file name may have ${MAX_BYTES}: give it a shorter one` }
    }
  }
  return { file: path.join('/') }
}
