import { realpathSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { savePreviewRules } from '@/cli/lib/export/preview'
import { createTemporaryFolder, writeFiles } from '../support/folders'
import { startCommand } from '../support/site'

const RULES = { host: 'netlify', basePath: '', ruleFiles: [], redirects: [], headers: [] } as const

/** Starts the preview of an export, and returns what it printed at its start. */
async function preview(dir: string, stateDir: string): Promise<string> {
  const { pid, output } = startCommand('preview', { PORT: '0', STATE_DIR: stateDir }, dir)
  onTestFinished(() => void process.kill(pid))
  await expect.poll(output, { timeout: 60_000 }).toContain('Stop it with Ctrl+C')
  return output()
}

test('names the host of an export, or why its rules are unknown', async () => {
  const [dir, stateDir] = [realpathSync(createTemporaryFolder()), createTemporaryFolder()]
  writeFiles(dir, { 'colophon-export.json': '{}' })
  await savePreviewRules(stateDir, dir, RULES)
  expect(await preview(dir, stateDir)).toMatch(/^\S+ is at http:\/\/127\.0\.0\.1:\d+\/, served as Netlify does\. Stop/)
  const other = await preview(dir, createTemporaryFolder())
  expect(other).toMatch(
    /^The redirects and headers of \S+ are not in STATE_DIR, .+: set STATE_DIR to that of the export, or/m,
  )
  expect(other).toContain('served without the rules of a host')
})
