import { parseArgs } from 'node:util'

/** A command for operators. For example, `domain add <name>` takes one argument. */
export interface Command<T = unknown> {
  usage: string
  summary: string
  options?: Readonly<Record<string, CommandOption>>
  run(given: readonly string[], options: Readonly<Record<string, string | undefined>>): Promise<T>
}

interface CommandOption {
  /** Name of its value; absent for a switch, whose value is an empty string. */
  value?: string
  required?: true
  summary: string
}

/** The arguments are not a valid command; the message contains the reason and the usage. */
export class UsageError extends Error {}

const nameOf = ({ usage }: Command): string[] => usage.replace(/ ?<.*/, '').split(' ')
const argumentsOf = ({ usage }: Command): string[] => usage.match(/<[^>]+>/g) ?? []

/**
 * Parses words as one of the commands and returns a function that runs it. Throws UsageError for
 * unknown options, missing or extra arguments, and `--help`.
 */
export function readCommand<T>(
  commands: readonly Command<T>[],
  words: readonly string[],
): () => Promise<T> {
  const command = commands.find((it) => nameOf(it).every((word, i) => words[i] === word))
  const group = commands.filter((it) => nameOf(it)[0] === words[0])
  const shown = command ? [command] : group.length > 0 ? group : commands
  const refuse = (why: string) => new UsageError(`${why}\n\n${usageOf(shown)}`)
  if (words.includes('--help')) throw new UsageError(usageOf(shown))
  if (!command) throw refuse(words.length > 0 ? 'Unknown command.' : 'No command.')

  const known = Object.entries(command.options ?? {})
  const options = Object.fromEntries(
    known.map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' } as const]),
  )
  const args = words.slice(nameOf(command).length)
  const parsed = (() => {
    try {
      return parseArgs({ args, options, strict: true, allowPositionals: true })
    } catch (error) {
      throw refuse(`${(error as Error).message.split('. ')[0]}.`)
    }
  })()
  const given = Object.entries(parsed.values).map(([name, value]) => [
    name,
    value === true ? '' : `${value}`,
  ])
  const missing = [
    ...argumentsOf(command).slice(parsed.positionals.length),
    ...known.flatMap(([name, it]) => (it.required && !(name in parsed.values) ? `--${name}` : [])),
  ]
  if (missing.length > 0) throw refuse(`Missing: ${missing.join(', ')}.`)
  const extra = parsed.positionals.slice(argumentsOf(command).length)
  if (extra.length > 0) throw refuse(`Unexpected argument: ${extra.join(' ')}.`)
  return () => command.run(parsed.positionals, Object.fromEntries(given))
}

/** Usage and summary of each command, and of its options. */
export function usageOf(commands: readonly Command[]): string {
  const rows = commands.flatMap(({ usage, summary, options = {} }) => [
    [`  ${usage}`, summary],
    ...Object.entries(options).map(([name, { value, required, summary }]) => {
      const option = value ? `--${name} <${value}>` : `--${name}`
      return [`    ${required ? option : `[${option}]`}`, summary]
    }),
  ])
  const width = Math.max(...rows.map(([left = '']) => left.length))
  return `Usage:\n${rows.map(([left = '', right]) => `${left.padEnd(width)}  ${right}`).join('\n')}`
}
