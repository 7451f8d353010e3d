import { join } from 'node:path'
import { expect, it } from 'vitest'
import { admin } from './admin.ts'
import { readConfig } from './config.ts'
import { createWishes } from './signals.ts'
import { Terminal } from './terminal.ts'

const root = join(import.meta.dirname, '..', '..', '..')

it.each([[[]], [['--help']]])(
  'the usage for %j is one list, also without a stack',
  async (words) => {
    const said: string[] = []
    const terminal = Object.assign(new Terminal(), { say: (line = '') => void said.push(line) })
    const config = readConfig({ FINGERPOST_DATA: '/nonexistent' }, root)
    const { wishes } = createWishes(() => 0)
    expect(await admin(root, config, words, wishes, terminal)).toBe(0)
    expect(said.join('\n')).toMatch(/^Usage:\n {2}backup check [\s\S]* {2}domain verify <domain>/)
    expect(said.join('\n').match(/Usage/g)).toHaveLength(1)
  },
)
