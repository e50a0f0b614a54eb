import { fileURLToPath } from 'node:url'
import { findDifferingFiles, writeWorkspace } from './output'
import { sampleWorkspace } from './workspace'

/**
 * Writes the JSON files of the sample workspace from those in `content`: `npx tsx cli/sample/write.ts`. With `--check`,
 * it only lists files that differ.
 */

const dir = fileURLToPath(new URL('../../workspace', import.meta.url))
const built = sampleWorkspace(fileURLToPath(new URL('../../content', import.meta.url)))
if (process.argv.includes('--check')) {
  const differing = findDifferingFiles(dir, built)
  for (const name of differing) console.error(`workspace/${name} differs from what content describes`)
  if (differing.length > 0) {
    console.error('Run `npx tsx cli/sample/write.ts` and commit the changes.')
    process.exitCode = 1
  }
} else {
  writeWorkspace(dir, built)
  console.log(`Wrote ${built.pages.size} pages to workspace/.`)
}
