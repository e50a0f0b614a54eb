import { afterEach, expect, test, vi } from 'vitest'
import { formatBuildProgress } from '@/cli/lib/build'
import { createFileCounter, ProgressLine } from '@/server/progress-line'

afterEach(() => void vi.useRealTimers())

/** Creates an output that collects the text written to it. */
function createOutput(isTTY: boolean, columns = 80) {
  const written: string[] = []
  return { isTTY, columns, written, write: (text: string) => written.push(text) }
}

test('replaces the line of a terminal and erases it at the end', () => {
  vi.useFakeTimers()
  const output = createOutput(true)
  const line = new ProgressLine(output)
  line.draw('1 of 3')
  vi.advanceTimersByTime(200)
  line.draw('2 of 3')
  line.clear()
  expect(output.written).toEqual(['\r\u001b[K1 of 3\r', '\r\u001b[K2 of 3\r', '\r\u001b[K'])
})

test('truncates the line to the terminal and draws at most ten times per second', () => {
  vi.useFakeTimers()
  const output = createOutput(true, 10)
  const line = new ProgressLine(output)
  line.draw('a line that is too long')
  line.draw('too early')
  expect(output.written).toEqual(['\r\u001b[Ka line th\r'])
})

test('writes nothing to a pipe or a log', () => {
  const output = createOutput(false)
  const line = new ProgressLine(output)
  const count = createFileCounter('Reading', line)
  line.draw('1 of 3')
  count(1, 3)
  count(3, 3)
  line.clear()
  expect(output.written).toEqual([])
})

test('counts files and erases the line when all are done', () => {
  const output = createOutput(true)
  const count = createFileCounter('Reading the workspace', new ProgressLine(output))
  count(1, 3)
  count(3, 3)
  expect(output.written).toEqual(['\r\u001b[KReading the workspace: 1 of 3 files\r', '\r\u001b[K'])
})

test('describes a build by its time and the last line of its output', () => {
  expect(formatBuildProgress(900, '')).toBe('1 s')
  expect(formatBuildProgress(31_400, 'Compiled\n  Collecting page data ...\n\n')).toBe('31 s: Collecting page data ...')
})
