const expected: RegExp[] = []

/** Declares a line, as `level: text`, that the current test must write to the console. Any other line fails the test. */
export function expectConsole(line: RegExp): void {
  expected.push(line)
}

/** Returns the lines declared since the last call. */
export function takeExpectedLines(): RegExp[] {
  return expected.splice(0)
}
