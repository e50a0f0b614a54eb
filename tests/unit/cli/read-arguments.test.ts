import { expect, onTestFinished, test, vi } from 'vitest'
import { formatHelp, readArguments } from '@/cli/lib/read-arguments'
import { expectConsole } from '../../support/console'

const COMMAND = {
  name: 'copy',
  about: 'Copies a page.',
  positionals: 'FROM [TO]',
  options: {
    host: { value: 'NAME', about: 'the host' },
    force: { about: 'replaces files' },
    child: { about: 'set by us', isInternal: true },
  },
} as const

test('returns options and arguments, with false for options that are not given', () => {
  const { values, positionals } = readArguments(COMMAND, ['a', '--host', 'github'])
  expect([values, positionals]).toEqual([{ host: 'github', force: false, child: false }, ['a']])
})

test('the help lists all arguments and options but internal ones', () => {
  expect(formatHelp(COMMAND)).toBe(`npm run copy -- FROM [TO] [--host NAME] [--force]

Copies a page.

  --host NAME  the host
  --force      replaces files`)
  const options = { from: { value: 'URL', about: 'the site', isRequired: true } }
  expect(formatHelp({ name: 'move', about: 'Moves.', options })).toMatch(/^npm run move -- --from URL\n/)
  expect(formatHelp({ name: 'look', about: 'Looks.' })).toBe('npm run look\n\nLooks.')
})

/** Runs the parser until it would end the process, and returns the exit code. */
function readEnd(args: string[]): unknown {
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`)
  })
  onTestFinished(() => exit.mockRestore())
  expect(() => readArguments(COMMAND, args)).toThrow('exit')
  return exit.mock.calls[0]?.[0]
}

test.each([[['--help']], [['a', 'b', 'c', '-h', '--wrong']]])('%j prints the help and exits with 0', (args) => {
  expectConsole(/^log: npm run copy -- FROM \[TO\] [\s\S]*--force {6}replaces files$/)
  expect(readEnd(args)).toBe(0)
})

test.each([
  [['a', '--wrong'], /^error: Unknown option '--wrong': npm run copy -- --help lists what it takes$/],
  [['a', '--host'], /^error: Option '--host <value>' argument missing: npm run copy -- --help/],
  [[], /^error: FROM is missing in “FROM \[TO\]”: npm run copy -- --help/],
  [['a', 'b', 'c'], /^error: “c” is one argument too many: npm run copy -- --help/],
])('%j exits with 1, and the message says what to do', (args, line) => {
  expectConsole(line)
  expect(readEnd(args)).toBe(1)
})
