import { divideIntoParts, getPartUrl, renderPartHeading, renderPartList } from '../../../lib/formats/llms'
import { getMarkdownUrl } from '../../../lib/formats/write-values'
import type { Env } from '../../../lib/settings/env'
import type { Site } from '../../../lib/site/site'
import { getFileName } from './file-name'
import type { OutputFolder } from './output-folder'

/** The document with the texts of all pages, or with links to its parts. */
export const FULL_TEXT = 'llms-full.txt'

/**
 * Writes `llms-full.txt`, and its parts if there are several, from the Markdown copies in the export: to render all pages again after each
 * edit would take minutes.
 */
export async function writeFullText({ index }: Site, output: OutputFolder, { siteUrl }: Pick<Env, 'siteUrl'>) {
  const parts = divideIntoParts(index)
  for (const [at, pages] of parts.entries()) {
    const number = parts.length === 1 ? undefined : String(at + 1)
    const copies: Buffer[] = [Buffer.from(renderPartHeading(index, number, parts.length))]
    for (const { path } of pages) {
      const named = getFileName(getMarkdownUrl('', path))
      if ('file' in named && output.contains(named.file)) copies.push(await output.read(named.file), NEWLINE)
    }
    const file = parts.length === 1 ? FULL_TEXT : getPartUrl('', at + 1).slice(1)
    await output.write(file, Buffer.concat(copies), '')
  }
  if (parts.length > 1) await output.write(FULL_TEXT, renderPartList(parts, index, siteUrl), '')
}

const NEWLINE = Buffer.from('\n')
