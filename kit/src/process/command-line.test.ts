import { describe, expect, it } from 'vitest'
import { type Command, readCommand, UsageError } from './command-line.ts'

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
    ['', 'No command.'],
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
