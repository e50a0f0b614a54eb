import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'

const stateDir = mkdtempSync(path.join(tmpdir(), 'colophon-social-'))
afterAll(() => rmSync(stateDir, { recursive: true, force: true }))
vi.mock('@/lib/env', async (original) => ({
  ...(await original<typeof import('@/lib/env')>()),
  getEnv: () => ({ stateDir }),
}))

const { picture } = await import('@/lib/pictures/card')

// Which typefaces there are is settled once in a process, so this stands in a file of its own.
it('is of the site, not of the machine, also where a picture with words is the first thing drawn', async () => {
  const file = path.join(stateDir, 'words.svg')
  writeFileSync(file, '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="15">words</text></svg>')
  expect(await picture(file, 40, 20)).toBeInstanceOf(Buffer)
  expect(process.env.FONTCONFIG_FILE).toBe(path.join(stateDir, 'faces', 'fonts.conf'))
})
