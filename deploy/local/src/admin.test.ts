import { join } from 'node:path'
import { expect, it } from 'vitest'
import { admin } from './admin.ts'
import { readConfig } from './config.ts'
import { createShutdownSignals } from './signals.ts'
import { Terminal } from './terminal.ts'

const root = join(import.meta.dirname, '..', '..', '..')

it.each([[[]], [['--help']]])(
  'the usage for %j is one list, also without a stack',
  async (words) => {
    const lines: string[] = []
    const terminal = Object.assign(new Terminal(), { say: (line = '') => void lines.push(line) })
    const config = readConfig({ FINGERPOST_DATA: '/nonexistent' }, root)
    const { signals } = createShutdownSignals(() => 0)
    expect(await admin(root, config, words, signals, terminal)).toBe(0)
    expect(lines.join('\n')).toMatch(/^Usage:\n {2}backup check [\s\S]* {2}domain verify <domain>/)
    expect(lines.join('\n').match(/Usage/g)).toHaveLength(1)
  },
)
