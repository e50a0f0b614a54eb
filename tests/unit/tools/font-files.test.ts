import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createFontFiles } from '@/cli/faces/font-files'

const FOLDER = fileURLToPath(new URL('../../../styles/faces/', import.meta.url))

test('the committed fonts match their packages (fix with `npx tsx cli/faces/write.ts`)', {
  timeout: 60_000,
}, async () => {
  const files = await createFontFiles()
  expect(readdirSync(FOLDER).sort()).toEqual([...files.keys()].sort())
  for (const [name, content] of files) expect(readFileSync(FOLDER + name).equals(content), name).toBe(true)
})
