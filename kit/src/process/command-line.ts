import { parseArgs } from 'node:util'
import { Problem } from '../http/problem.ts'

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

/** Thrown for `--help` and without a command; the message is the usage. */
export class UsageWanted extends UsageError {}

const nameOf = ({ usage }: Command): string[] => usage.replace(/ ?<.*/, '').split(' ')
const argumentsOf = ({ usage }: Command): string[] => usage.match(/<[^>]+>/g) ?? []

/**
 * Parses words as one of the commands and returns a function that runs it. Throws UsageError for
 * unknown options and missing or extra arguments, and UsageWanted for `--help` or no words.
 */
export function readCommand<T>(
  commands: readonly Command<T>[],
  words: readonly string[],
): () => Promise<T> {
  const command = commands.find((it) => nameOf(it).every((word, i) => words[i] === word))
  const group = commands.filter((it) => nameOf(it)[0] === words[0])
  const shown = command ? [command] : group.length > 0 ? group : commands
  const refuse = (why: string) => new UsageError(`${why}\n\n${usageOf(shown)}`)
  if (words.length === 0 || words.includes('--help')) throw new UsageWanted(usageOf(shown))
  if (!command) throw refuse('Unknown command.')

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

/**
 * The main function of a command line: runs the command in `words` and prints its result, text as it
 * is and any other value as JSON. An error is printed to standard error and sets exit code 1.
 */
export async function runCommands(
  commands: readonly Command[],
  words: readonly string[],
): Promise<void> {
  try {
    const answer = await readCommand(commands, words)()
    print(process.stdout, typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2))
  } catch (error) {
    if (error instanceof UsageWanted) return print(process.stdout, error.message)
    print(process.stderr, explain(error))
    process.exitCode = 1
  }
}

const print = (to: NodeJS.WriteStream, text: string): void => void to.write(`${text}\n`)

/** JavaScript's own errors are bugs, unless they have a cause, as those of `fetch` do. */
const BUGS = [TypeError, RangeError, ReferenceError, SyntaxError]

/** The message and the cause of an error; the stack of a bug. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError) return error.errors.map(explain).join('; ')
  if (error instanceof Problem && error.errors.length > 0) {
    return error.errors.map(({ field, detail }) => `${field}: ${detail}`).join('\n')
  }
  const { message, cause, stack } = error
  if (cause === undefined) return BUGS.some((it) => error instanceof it) ? `${stack}` : message
  const reason = explain(cause)
  if (message === '') return reason
  // The message of a gRPC error is its status and then the detail of the problem.
  return reason.endsWith(message) ? message : `${message} (${reason})`
}
