import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { createExportWorkspace } from '@/tests/support/export-workspace'
import { listFiles, runExport } from '@/tests/support/run-export'
import { createFolder } from '@/tests/support/site'
import { expect, test } from './base'

test('a repeated export changes nothing, and one with a broken link does not replace the folder', async () => {
  // Three exports, each of which prepares the site and starts Next.js.
  test.setTimeout(180_000)
  const state = createFolder('state')
  const dir = `${createFolder('export')}/site`
  const workspace = createExportWorkspace()
  const first = await runExport(dir, workspace.dir, state, '--host', 'nginx', '--without', 'social')
  expect(first.code, first.stderr).toBe(0)
  const listTimes = () => listFiles(dir).map((file) => [file, statSync(path.join(dir, file)).mtimeMs])
  const before = listTimes()
  const again = await runExport(dir, workspace.dir, state, '--host', 'nginx', '--without', 'social')
  expect(again.stdout).toContain('nothing changed')
  expect(listTimes()).toEqual(before)

  workspace.write({ link: '/no-such-page' })
  const broken = await runExport(dir, workspace.dir, state, '--without', 'social')
  expect(broken.code).toBe(1)
  expect(broken.stderr).toContain('index.html links to /no-such-page')
  expect(existsSync(`${dir}/quay.html`)).toBe(true)
  expect(listTimes()).toEqual(before)
})
