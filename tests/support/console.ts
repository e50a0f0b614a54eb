import { format } from 'node:util'
import { afterEach, expect, vi } from 'vitest'

const written: string[] = []
const expected: RegExp[] = []

for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
  // A function of its own: `vi.restoreAllMocks()` in a test would remove a spy.
  console[level] = vi.fn((...values: unknown[]) => {
    written.push(`${level}: ${format(...values)}`)
  })
}

/** Declares a line, as `level: text`, that the test at hand must write to the console; every other line fails it. */
export function expectConsole(line: RegExp): void {
  expected.push(line)
}

afterEach(() => {
  const lines = written.splice(0)
  const patterns = expected.splice(0)
  expect(
    lines.filter((line) => !patterns.some((pattern) => pattern.test(line))),
    'unexpected console output',
  ).toEqual([])
  expect(
    patterns.filter((pattern) => !lines.some((line) => pattern.test(line))),
    'missing console output',
  ).toEqual([])
})
