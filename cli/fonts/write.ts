import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createFontFiles } from './font-files'

/** Creates the font subsets again after one of their packages changed: `npx tsx cli/fonts/write.ts`. */

const folder = fileURLToPath(new URL('../../styles/fonts/', import.meta.url))
const files = await createFontFiles()
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
for (const [name, content] of files) await writeFile(folder + name, content)
console.log(`Wrote ${files.size} files to styles/fonts/.`)
