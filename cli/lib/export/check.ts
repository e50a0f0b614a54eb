import { getFileName } from './file-name'
import { type Host, LIMITS } from './hosts'
import { listLinks } from './links'
import type { OutputFolder } from './output-folder'

/** A link of a document that leads to no file. */
interface BrokenLink {
  file: string
  address: string
}

interface LinkOptions {
  siteUrl: string
  /** Addresses that are redirected, or whose files are missing for a reason that was already reported. */
  excused: ReadonlySet<string>
}

/** Returns the links of documents that lead to no file of the export. */
export async function findBrokenLinks(
  output: OutputFolder,
  documents: Iterable<string>,
  { siteUrl, excused }: LinkOptions,
): Promise<BrokenLink[]> {
  const hasTarget = (address: string): boolean => {
    if (excused.has(address)) return true
    try {
      const named = getFileName(address)
      return 'file' in named && output.contains(named.file)
    } catch {
      // A malformed escape sequence.
      return false
    }
  }
  const broken: BrokenLink[] = []
  for (const file of documents) {
    for (const address of listLinks((await output.read(file)).toString(), siteUrl)) {
      if (!hasTarget(address)) broken.push({ file, address })
    }
  }
  return broken
}

/** Returns a sentence for each limit of the host that the export exceeds. */
export async function findExceededLimits(output: Pick<OutputFolder, 'files' | 'size'>, host: Host): Promise<string[]> {
  const { files: maxFiles, fileBytes, bytes } = LIMITS[host]
  const { files } = output
  const problems: string[] = []
  if (maxFiles !== undefined && files.length > maxFiles) {
    problems.push(`${files.length} files, but ${host} takes ${maxFiles}: leave out some with --without social,markdown`)
  }
  let total = 0
  for (const file of files) {
    const size = await output.size(file)
    total += size
    if (fileBytes !== undefined && size > fileBytes) {
      problems.push(
        `${file} has ${size} bytes, but ${host} takes ${fileBytes} in a file: store it elsewhere, and link to it`,
      )
    }
  }
  if (bytes !== undefined && total > bytes) {
    problems.push(`${total} bytes, but ${host} takes ${bytes}: leave out some with --without social`)
  }
  return problems
}
