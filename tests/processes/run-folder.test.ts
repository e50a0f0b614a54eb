import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { temporaryFolder } from '@/tests/support/folders'

test('what a run makes in the folder for temporary files goes with it', () => {
  const program = `
    import { newFolder } from './tests/support/site'
    import makeRunFolder from './tests/support/run-folder'
    makeRunFolder()
    process.stdout.write(newFolder('left'))
    process.exit(1)`
  const env = { ...process.env, TMPDIR: temporaryFolder() }
  const options = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const made = spawnSync(process.execPath, options, { env, encoding: 'utf8' }).stdout
  expect(made).toMatch(/\/colophon-run-\w+\/colophon-left-\w+$/)
  expect(existsSync(made)).toBe(false)
})

test('this run has such a folder', () => {
  expect(tmpdir()).toMatch(/\/colophon-run-\w+$/)
})
