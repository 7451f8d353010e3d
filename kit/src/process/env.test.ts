import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { address, bool, count, list, port, readEnv, str } from './env.ts'

const spec = {
  PORT: port({ default: 80 }),
  SECRET: str(),
  LIMIT: count({ default: 5 }),
  DEBUG: bool({ default: false }),
  PROXIES: list({ default: [] }),
  LINK_ADDRESS: address({ default: 'link:1' }),
}

it('reads typed values and fills in defaults, also for empty variables', () => {
  const env = { SECRET: 'x', DEBUG: 'true', PORT: '', PROXIES: '10.0.0.0/8, ::1,' }

  expect(readEnv(spec, env)).toEqual({
    PORT: 80,
    SECRET: 'x',
    LIMIT: 5,
    DEBUG: true,
    PROXIES: ['10.0.0.0/8', '::1'],
    LINK_ADDRESS: 'link:1',
  })
})

it('reads a secret from the file in NAME_FILE', () => {
  const file = join(tmpdir(), `secret-${process.pid}`)
  writeFileSync(file, 'from the file\n')
  onTestFinished(() => rmSync(file))

  expect(readEnv(spec, { SECRET_FILE: file }).SECRET).toBe('from the file')
})

it('reports all errors at once and never a value', () => {
  const env = { PORT: 'hush', LIMIT: '-1', LINK_ADDRESS: 'hush', SECRET_FILE: '/nowhere' }

  expect(() => readEnv(spec, env)).toThrow(
    'Bad environment: SECRET_FILE cannot be read; PORT is not valid; SECRET is required; ' +
      'LIMIT is not a whole number; LINK_ADDRESS is not host:port',
  )
})

it('names the choices of a setting', () => {
  const modes = { MODE: str<string>({ choices: ['one', 'separate'] }) }

  expect(() => readEnv(modes, { MODE: 'hush' })).toThrow(
    'Bad environment: MODE is not one of one, separate',
  )
})
