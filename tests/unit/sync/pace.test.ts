import path from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { Pace } from '@/lib/sync/pace'
import { temporaryFolder } from '../../support/folders'

afterEach(() => void vi.restoreAllMocks())

function openPace(file: string, rate: number): Pace {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  return new Pace(rate, stop.signal, file)
}

const newFile = () => path.join(temporaryFolder(), 'pace.json')

test('calls go on after the clock was set back, in this process and in the next', async () => {
  const file = newFile()
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

test('of two calls that wait, the urgent one is made first', async () => {
  const pace = openPace(newFile(), 100)
  const made: string[] = []
  const call = (name: string) => async () => void made.push(name)
  await Promise.all([
    pace.run(call('first'), 'normal'),
    pace.run(call('normal'), 'normal'),
    pace.run(call('urgent'), 'urgent'),
  ])
  expect(made).toEqual(['first', 'urgent', 'normal'])
})
