import { afterEach, describe, expect, it, vi } from 'vitest'
import { Problem, unavailable } from '../http/problem.ts'
import { type Command, readCommand, runCommands, UsageError } from './command-line.ts'

const commands: Command[] = [
  {
    usage: 'domain add <name>',
    summary: 'Add a domain',
    options: {
      org: { value: 'id', required: true, summary: 'Team' },
      verified: { summary: 'No proof needed' },
    },
    run: async (given, options) => ({ given, options }),
  },
  { usage: 'domain verify <domain>', summary: 'Verify a domain', run: async (given) => given },
  { usage: 'check', summary: 'Check', run: async () => 'checked' },
]
const read = (line: string) => readCommand(commands, line.split(' ').filter(Boolean))

describe('a command line', () => {
  it('gives a command its arguments and options, in any order', async () => {
    const answer = { given: ['go.example'], options: { org: '1', verified: '' } }
    expect(await read('domain add go.example --org 1 --verified')()).toEqual(answer)
    expect(await read('domain add --verified --org=1 go.example')()).toEqual(answer)
    expect(await read('check')()).toBe('checked')
  })

  it.each([
    ['domain verify --name 7', "Unknown option '--name'."],
    ['domain verify 7 8', 'Unexpected argument: 8.'],
    ['domain verify', 'Missing: <domain>.'],
    ['domain add go.example', 'Missing: --org.'],
    ['domain add go.example --org', "Option '--org <value>' argument missing."],
    ['domain burn', 'Unknown command.'],
  ])('"%s" runs nothing and returns the reason and the usage', (line, reason) => {
    expect(() => read(line)).toThrow(UsageError)
    expect(() => read(line)).toThrow(`${reason}\n\nUsage:\n  `)
  })

  it('shows the usage of commands that begin with the same word', () => {
    expect(() => read('domain')).toThrow(/domain add <name>[\s\S]*--org <id>[\s\S]*domain verify/)
    expect(() => read('domain')).not.toThrow(/ check /)
    expect(() => read('--help')).toThrow(/^Usage:[\s\S]* check /)
  })
})

describe('the main function of a command line', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    process.exitCode = undefined
  })

  /** Runs `answer` as the command `check`, or the given words. */
  async function run(answer: () => unknown, ...words: string[]) {
    const [out, err] = ([process.stdout, process.stderr] as const).map((it) =>
      vi.spyOn(it, 'write').mockReturnValue(true),
    )
    const command = { usage: 'check', summary: 'Check', run: async () => answer() }
    await runCommands([command], words.length > 0 ? words : ['check'])
    const text = (it = out) => it?.mock.calls.splice(0).join('')
    return { out: text(out), err: text(err), exitCode: process.exitCode }
  }
  const fail = (error: unknown) => () => Promise.reject(error)

  it('prints text as it is and any other result as JSON', async () => {
    expect(await run(() => 'done')).toEqual({ out: 'done\n', err: '', exitCode: undefined })
    expect((await run(() => ({ rows: 1 }))).out).toBe('{\n  "rows": 1\n}\n')
  })

  it('prints the usage for --help and without a command', async () => {
    for (const words of [['--help'], ['check', '--help']]) {
      expect(await run(() => 'done', ...words)).toEqual({
        out: 'Usage:\n  check  Check\n',
        err: '',
        exitCode: undefined,
      })
    }
    expect(() => readCommand(commands, [])).toThrow(/^Usage:/)
  })

  it.each([
    ['an unknown command', ['burn'], undefined, /^Unknown command\.\n\nUsage:/],
    ['an error', [], new Error('There is no backup.'), /^There is no backup\.\n$/],
    [
      'a problem',
      [],
      new Problem('invalid', 'invalid', 'Bad.', [{ field: 'name', detail: 'is empty', code: 'x' }]),
      /^name: is empty\n$/,
    ],
    [
      'a store that is not reachable',
      [],
      new AggregateError([
        new Error('ECONNREFUSED ::1:5432'),
        new Error('ECONNREFUSED 127.0.0.1:5432'),
      ]),
      /^ECONNREFUSED ::1:5432; ECONNREFUSED 127.0.0.1:5432\n$/,
    ],
    [
      'a service that is not reachable',
      [],
      unavailable('A service does not answer.', new Error('14 UNAVAILABLE: link')),
      /^A service does not answer\. \(14 UNAVAILABLE: link\)\n$/,
    ],
    [
      'a problem of another service once',
      [],
      new Problem(
        'not_found',
        'not_found',
        'No such team.',
        [],
        new Error('5 NOT_FOUND: No such team.'),
      ),
      /^No such team\.\n$/,
    ],
    [
      'an error and the cause that continues it',
      [],
      new Error('fetch failed', { cause: new Error('fetch failed: ECONNREFUSED') }),
      /^fetch failed \(fetch failed: ECONNREFUSED\)\n$/,
    ],
    [
      'the cause of an error without a message',
      [],
      new Error('', { cause: new Error('connect ECONNREFUSED ::1:6379') }),
      /^connect ECONNREFUSED ::1:6379\n$/,
    ],
    ['a bug', [], new TypeError('undefined is not a function'), /^TypeError: [\s\S]*\n {4}at /],
  ])('reports %s on standard error with exit code 1', async (_, words, error, text) => {
    const { out, err, exitCode } = await run(fail(error), ...words)
    expect(err).toMatch(text)
    expect([out, exitCode]).toEqual(['', 1])
  })
})
