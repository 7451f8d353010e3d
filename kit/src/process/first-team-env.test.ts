import { expect, it } from 'vitest'
import { createToken } from '../secrets/token.ts'
import { readEnv, str } from './env.ts'
import { host, token } from './first-team-env.ts'

const settings = {
  KEY: token('fp')({ default: '' }),
  HOST: host({ default: 'localhost' }),
  X: str(),
}
const read = (env: NodeJS.ProcessEnv) => readEnv(settings, { X: '1', ...env })

it('a key and a host name are checked when the environment is read', () => {
  const key = createToken('fp')
  expect(read({ KEY: key, HOST: 'Go.Example.com.' })).toEqual({
    KEY: key,
    HOST: 'go.example.com',
    X: '1',
  })
  expect(read({ KEY: '', HOST: '192.0.2.1' })).toMatchObject({ KEY: '', HOST: '192.0.2.1' })
})

it.each([
  ['KEY', 'hunter2'],
  ['KEY', `${createToken('fp').slice(0, -1)}_`],
  ['KEY', createToken('grpc')],
  ['HOST', 'http://x'],
  ['HOST', 'go.example.com:8080'],
  ['HOST', 'www.example.com'],
  ['HOST', 'a b'],
])('%s=%s is a mistake that names the setting', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(name)
})
