import { expect, onTestFinished, test, vi } from 'vitest'
import { EnvironmentError } from '@/lib/env'
import { explainError, requireNode } from '@/tools/explain-error.mjs'

const systemError = (fields: object) => Object.assign(new Error('failed'), fields)

test.each([
  ['an error that says what to do', new EnvironmentError(['PORT is wrong']), 'PORT is wrong'],
  [
    'a full disk',
    systemError({ code: 'ENOSPC' }),
    `Cannot write to ${process.cwd()}, because the disk is full: make room`,
  ],
  [
    'a full quota',
    systemError({ code: 'EDQUOT', path: '/data/a' }),
    'Cannot write to /data/a, because the disk is full',
  ],
  [
    'a missing permission',
    systemError({ code: 'EACCES', path: '/data/a' }),
    'not use /data/a (EACCES): give the user access',
  ],
  [
    'a read-only disk',
    systemError({ code: 'EROFS', path: '/data/a' }),
    'not use /data/a (EROFS): give the user access',
  ],
  [
    'an occupied port',
    systemError({ code: 'EADDRINUSE', syscall: 'listen', port: 80 }),
    'Port 80 is in use: end the program',
  ],
  ['a privileged port', systemError({ code: 'EACCES', syscall: 'listen', port: 80 }), 'port 80: choose one above 1023'],
])('explains %s in one sentence', (_, error, sentence) => {
  expect(explainError(error)).toContain(sentence)
})

test('leaves faults of the code to the stack trace', () => {
  expect(explainError(new TypeError('x is not a function'))).toBeUndefined()
  expect(explainError(systemError({ code: 'ENOENT', path: '/data/a' }))).toBeUndefined()
})

test.each(['18.20.8', '20.18.3', '20.19.0', '22.0.0'])('ends below Node 20.19: %s', (version) => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const log = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  requireNode(version)
  const isOld = version.startsWith('18.') || version === '20.18.3'
  expect(exit.mock.calls).toEqual(isOld ? [[1]] : [])
  expect(log.mock.calls.join()).toContain(isOld ? `this is ${version}: install a newer one` : '')
})
