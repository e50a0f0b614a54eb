const expected: RegExp[] = []

/** Declares a line, as `level: text`, that the test at hand must write to the console; every other line fails it. */
export function expectConsole(line: RegExp): void {
  expected.push(line)
}

/** Returns the lines declared since the last call. */
export function takeExpectedLines(): RegExp[] {
  return expected.splice(0)
}
