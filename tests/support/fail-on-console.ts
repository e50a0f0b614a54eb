import { format } from 'node:util'
import { afterEach, expect, vi } from 'vitest'
import { takeExpectedLines } from './console'

// Vitest runs this file before each test file, even if test files share their modules.
const written: string[] = []

for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
  // This is not a spy, because `vi.restoreAllMocks()` in a test would remove a spy.
  console[level] = vi.fn((...values: unknown[]) => {
    written.push(`${level}: ${format(...values)}`)
  })
}

afterEach(() => {
  const lines = written.splice(0)
  const patterns = takeExpectedLines()
  expect(
    lines.filter((line) => !patterns.some((pattern) => pattern.test(line))),
    'unexpected console output',
  ).toEqual([])
  expect(
    patterns.filter((pattern) => !lines.some((line) => pattern.test(line))),
    'missing console output',
  ).toEqual([])
})
