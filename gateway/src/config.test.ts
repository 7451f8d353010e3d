import { readEnv } from '@fingerpost/kit/process/env'
import { expect, it } from 'vitest'
import { settings } from './config.ts'

const { TRUSTED_PROXIES } = settings
const read = (value: string) => readEnv({ TRUSTED_PROXIES }, { TRUSTED_PROXIES: value })

it.each([
  ['', []],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
])('reads the trusted proxies %j', (value, networks) => {
  expect(read(value)).toEqual({ TRUSTED_PROXIES: networks })
})

it.each(['10.0.0.0/33', '10.0.0.256', 'proxy.internal', '10.0.0.0/8 ::1'])(
  'rejects the trusted proxies %j with an error message',
  (value) => {
    expect(() => read(value)).toThrow(
      'Bad environment: TRUSTED_PROXIES is not a list of networks in CIDR notation',
    )
  },
)

it.each([
  ['https://login.example.com/realms/main', true],
  ['http://localhost:9000', true],
  ['http://127.0.0.1:9000', true],
  ['http://login.example.com', false],
  ['http://localhost.example.com', false],
  ['login.example.com', false],
])('accepts the issuer %s: %s', (OIDC_ISSUER, isAccepted) => {
  const spec = { OIDC_ISSUER: settings.OIDC_ISSUER }
  const given = () => readEnv(spec, { OIDC_ISSUER })
  if (isAccepted) expect(given()).toEqual({ OIDC_ISSUER })
  else expect(given).toThrow('Bad environment: OIDC_ISSUER is not an https URL')
})
