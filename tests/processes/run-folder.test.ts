import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '@/tests/support/folders'

test('the temporary folder of a test run is removed when the run ends', () => {
  const program = `
    import { createFolder } from './tests/support/site'
    import makeRunFolder from './tests/support/run-folder'
    makeRunFolder()
    process.stdout.write(createFolder('left'))
    process.exit(1)`
  const env = { ...process.env, TMPDIR: createTemporaryFolder() }
  const options = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const folder = spawnSync(process.execPath, options, { env, encoding: 'utf8' }).stdout
  expect(folder).toMatch(/\/colophon-run-\w+\/colophon-left-\w+$/)
  expect(existsSync(folder)).toBe(false)
})

test('this test run uses such a folder', () => {
  expect(tmpdir()).toMatch(/\/colophon-run-\w+$/)
})
