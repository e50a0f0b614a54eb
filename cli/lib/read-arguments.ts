import { parseArgs } from 'node:util'
import { fail } from '../../tools/explain-error.mjs'

/** An option of a command. `value` is the name of its value in the help; an option without one is true or false. */
interface Option {
  about: string
  value?: string
  /** Shown without brackets. The command refuses to run without it. */
  isRequired?: boolean
  /** Given by the project's own processes, so the help omits it. */
  isInternal?: boolean
}

interface Command<Options extends Record<string, Option>> {
  /** As in `npm run <name>`. */
  name: string
  /** One sentence. */
  about: string
  /** The names of its arguments, such as `FROM TO`; in brackets those that may be missing. */
  positionals?: string
  options?: Options
}

type Values<Options extends Record<string, Option>> = {
  [Name in keyof Options]: Options[Name] extends { value: string } ? string | undefined : boolean
}

/**
 * Returns the options and arguments of a command. With `--help`, prints all of them, and ends the command with 0. Ends it with 1, and a
 * sentence on what to do, if an argument is unknown, missing or one too many.
 *
 * @example readArguments({ name: 'check', about: '…', positionals: '[PAGE]', options: { json: { about: 'prints JSON' } } }).values.json
 */
export function readArguments<const Options extends Record<string, Option> = Record<never, Option>>(
  command: Command<Options>,
  given: readonly string[] = process.argv.slice(2),
): { values: Values<Options>; positionals: string[] } {
  if (given.includes('--help') || given.includes('-h')) {
    console.log(formatHelp(command))
    process.exit(0)
  }
  const refuse = (problem: string) => fail(`${problem}: npm run ${command.name} -- --help lists what it takes`)
  const options = Object.entries<Option>(command.options ?? {}).map(
    ([name, { value }]) => [name, value === undefined ? 'boolean' : 'string'] as const,
  )
  const parsed = parse([...given], Object.fromEntries(options.map(([name, type]) => [name, { type }])))
  if (parsed instanceof Error) return refuse(parsed.message.split(/[.\n]/, 1)[0] ?? '')
  const flags = options.filter(([, type]) => type === 'boolean').map(([name]) => [name, false])
  const { positionals } = parsed
  const names = command.positionals?.split(' ') ?? []
  const missing = names.filter((name) => !name.startsWith('['))[positionals.length]
  if (missing !== undefined) return refuse(`${missing} is missing in “${command.positionals}”`)
  if (positionals.length > names.length) return refuse(`“${positionals[names.length]}” is one argument too many`)
  return { values: { ...Object.fromEntries(flags), ...parsed.values } as Values<Options>, positionals }
}

function parse(args: string[], options: Record<string, { type: 'boolean' | 'string' }>) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    if (error instanceof TypeError) return error
    throw error
  }
}

/** Returns the usage of a command, and a line for each of its options. */
export function formatHelp({ name, about, positionals, options = {} }: Command<Record<string, Option>>): string {
  const shown = Object.entries(options).filter(([, { isInternal }]) => !isInternal)
  const lines = shown.map(([option, { value, about, isRequired = false }]) => {
    const given = value === undefined ? `--${option}` : `--${option} ${value}`
    return { given, about, usage: isRequired ? given : `[${given}]` }
  })
  const width = Math.max(0, ...lines.map(({ given }) => given.length))
  const takes = [...(positionals === undefined ? [] : [positionals]), ...lines.map(({ usage }) => usage)]
  return [
    ['npm run', name, ...(takes.length > 0 ? ['--', ...takes] : [])].join(' '),
    '',
    about,
    ...(lines.length > 0 ? ['', ...lines.map(({ given, about }) => `  ${given.padEnd(width)}  ${about}`)] : []),
  ].join('\n')
}
