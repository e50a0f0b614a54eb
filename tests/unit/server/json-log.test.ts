import { expect, test, vi } from 'vitest'
import { logAsJsonIfShared, runWithRequestId } from '@/server/json-log'

test('writes each line of the log as JSON with the id of its request', () => {
  const { log, error, ...others } = console
  const written: string[] = []
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0),
  )
  try {
    vi.stubEnv('REDIS_URL', 'redis://127.0.0.1')
    logAsJsonIfShared()
    console.log('started %s', 'well')
    runWithRequestId('request-1', () => console.error('broken'))
  } finally {
    vi.unstubAllEnvs()
    Object.assign(console, { log, error, ...others })
    for (const spy of spies) spy.mockRestore()
  }
  expect(written.map((line) => JSON.parse(line))).toEqual([
    { time: expect.any(String), level: 'info', message: 'started well' },
    { time: expect.any(String), level: 'error', id: 'request-1', message: 'broken' },
  ])
})
