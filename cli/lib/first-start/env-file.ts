import { existsSync, readFileSync } from 'node:fs'
import { writeFileAtomically } from '../../../lib/snapshot/write-file-atomically'
import type { Id } from '../../../lib/workspace/record-map'

const ROOT_PAGE_LINE = /^[ \t]*NOTION_ROOT_PAGE[ \t]*=.*(?:\n|$)/gm

/** Sets `NOTION_ROOT_PAGE` in an environment file, and keeps its other lines. Throws errors of the file system. */
export async function writeRootPage(file: string, id: Id): Promise<void> {
  const kept = existsSync(file) ? readFileSync(file, 'utf8').replace(ROOT_PAGE_LINE, '') : ''
  const separator = kept === '' || kept.endsWith('\n') ? '' : '\n'
  // The file will contain tokens, too.
  await writeFileAtomically(file, `${kept}${separator}NOTION_ROOT_PAGE=${id}\n`, { mode: 0o600 })
}
