import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { EnvironmentError } from '@/lib/settings/env'
import { explainError, loadEnvFile, requireNode } from '@/tools/explain-error.mjs'
import { createTemporaryFolder, writeFiles } from '../../support/folders'

const createSystemError = (fields: object) => Object.assign(new Error('failed'), fields)

test.each([
  ['an error with instructions', new EnvironmentError(['PORT is wrong']), 'PORT is wrong'],
  [
    'a full disk',
    createSystemError({ code: 'ENOSPC' }),
    `Cannot write to ${process.cwd()}, because the disk is full: make room`,
  ],
  [
    'a full quota',
    createSystemError({ code: 'EDQUOT', path: '/data/a' }),
    'Cannot write to /data/a, because the disk is full',
  ],
  [
    'a missing permission',
    createSystemError({ code: 'EACCES', path: '/data/a' }),
    'not use /data/a (EACCES): give the user access',
  ],
  [
    'a read-only disk',
    createSystemError({ code: 'EROFS', path: '/data/a' }),
    'not use /data/a (EROFS): give the user access',
  ],
  [
    'an occupied port',
    createSystemError({ code: 'EADDRINUSE', syscall: 'listen', port: 80 }),
    'Port 80 is in use: end the program',
  ],
  [
    'a privileged port',
    createSystemError({ code: 'EACCES', syscall: 'listen', port: 80 }),
    'port 80: choose one above 1023',
  ],
])('explainError returns one sentence for %s', (_, error, sentence) => {
  expect(explainError(error)).toContain(sentence)
})

test('explainError returns undefined for errors of the code, which need their stack trace', () => {
  expect(explainError(new TypeError('x is not a function'))).toBeUndefined()
  expect(explainError(createSystemError({ code: 'ENOENT', path: '/data/a' }))).toBeUndefined()
})

test.each(['18.20.8', '20.18.3', '20.19.0', '22.0.0'])('requireNode exits below Node 20.19: %s', (version) => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const log = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  requireNode(version)
  const isOld = version.startsWith('18.') || version === '20.18.3'
  expect(exit.mock.calls).toEqual(isOld ? [[1]] : [])
  expect(log.mock.calls.join()).toContain(isOld ? `this is ${version}: install a newer one` : '')
})

test('loadEnvFile reads an .env file, and ends the command if it cannot be read', () => {
  const folder = createTemporaryFolder()
  writeFiles(folder, { '.env': 'FROM_ENV_FILE=1' })
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended')
  })
  const log = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => {
    vi.restoreAllMocks()
    delete process.env.FROM_ENV_FILE
  })
  loadEnvFile(path.join(folder, 'none'))
  loadEnvFile(path.join(folder, '.env'))
  expect(process.env.FROM_ENV_FILE).toBe('1')
  expect(() => loadEnvFile(folder)).toThrow('ended')
  expect(exit).toHaveBeenCalledWith(1)
  expect(log).toHaveBeenLastCalledWith(
    `${folder} cannot be read (EISDIR): make it a file that this user may read, or remove it`,
  )
})

test('requireWriteAccess ends the command in a folder that the user may not write to', () => {
  const program = `
    import { requireWriteAccess } from ${JSON.stringify(path.resolve('tools/explain-error.mjs'))}
    if (process.getuid() === 0) process.setuid(65534)
    requireWriteAccess('/')`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([
    1,
    'This user may not use / (EACCES): give the user access to it, or run the command as its owner\n',
  ])
})
