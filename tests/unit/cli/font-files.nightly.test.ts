import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createFontFiles } from '@/cli/fonts/font-files'

const FOLDER = fileURLToPath(new URL('../../../styles/fonts/', import.meta.url))

test('the committed fonts match their packages (fix with `npx tsx cli/fonts/write.ts`)', {
  timeout: 60_000,
}, async () => {
  const files = await createFontFiles()
  expect(readdirSync(FOLDER).sort()).toEqual([...files.keys()].sort())
  for (const [name, content] of files) expect(readFileSync(FOLDER + name).equals(content), name).toBe(true)
})
