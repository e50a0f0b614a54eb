import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'

const stateDir = mkdtempSync(path.join(tmpdir(), 'colophon-social-'))
afterAll(() => rmSync(stateDir, { recursive: true, force: true }))
vi.mock('@/lib/settings/env', async (original) => ({
  ...(await original<typeof import('@/lib/settings/env')>()),
  getEnv: () => ({ stateDir }),
}))

const { cropPicture } = await import('@/lib/pictures/social-image')

// The list of fonts is fixed once per process, so this test needs its own file.
it('cropPicture uses the fonts of the site for an SVG with text', async () => {
  const file = path.join(stateDir, 'text.svg')
  writeFileSync(file, '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="15">text</text></svg>')
  expect(await cropPicture(file, 40, 20)).toBeInstanceOf(Buffer)
  expect(process.env.FONTCONFIG_FILE).toBe(path.join(stateDir, 'faces', 'fonts.conf'))
})
