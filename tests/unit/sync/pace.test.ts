import path from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { Pace } from '@/lib/sync/pace'
import { createTemporaryFolder } from '../../support/folders'

afterEach(() => void vi.restoreAllMocks())

function openPace(file: string, rate: number): Pace {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  return new Pace(rate, stop.signal, file)
}

const createFilePath = () => path.join(createTemporaryFolder(), 'pace.json')

test('calls continue after the clock was set back, in this process and the next', async () => {
  const file = createFilePath()
  const before = openPace(file, 1000)
  await before.run(async () => 'one', 'normal')
  await before.save()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 7_200_000)
  expect(await Promise.all(['two', 'three'].map((name) => before.run(async () => name, 'normal')))).toEqual([
    'two',
    'three',
  ])
  const after = openPace(file, 1000)
  await after.resume()
  expect(await after.run(async () => 'four', 'normal')).toBe('four')
})

test('an urgent call is made before other waiting calls', async () => {
  const pace = openPace(createFilePath(), 100)
  const calls: string[] = []
  const call = (name: string) => async () => void calls.push(name)
  await Promise.all([
    pace.run(call('first'), 'normal'),
    pace.run(call('normal'), 'normal'),
    pace.run(call('urgent'), 'urgent'),
  ])
  expect(calls).toEqual(['first', 'urgent', 'normal'])
})
