import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { createTestRedis } from '@fingerpost/kit/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fakes, startFakes, startTestRedirect, visit } from './testing/redirect.ts'

const lifecycle = new Lifecycle(createLog('redirect', 'silent'))
let fakes: Fakes
let redirect: Awaited<ReturnType<typeof startTestRedirect>>

beforeAll(async () => {
  const stored = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  fakes = await startFakes(lifecycle)
  redirect = await startTestRedirect(fakes, stored.url)
  lifecycle.own('redirect', redirect, (it) => it.close())
  fakes.addDomain({ id: 1, name: 'go.example' })
  fakes.addDomain({ id: 2, name: 'new.example', verified: false })
  fakes.addDomain({ id: 3, name: 'xn--bcher-kva.example' })
})
afterAll(() => lifecycle.close())

const PATH = '/internal/tls-allowed'
const ask = async (query: string) =>
  (await fetch(`http://127.0.0.1:${redirect.adminPort}${PATH}${query}`)).status

it.each([
  ['?domain=go.example', 200],
  ['?domain=GO.example.', 200],
  ['?domain=www.go.example', 200],
  ['?domain=b%C3%BCcher.example', 200],
  ['?domain=xn--bcher-kva.example', 200],
  ['?domain=new.example', 404],
  ['?domain=evil.example', 404],
  ['?domain=sub.go.example', 404],
  ['?domain=127.0.0.1', 404],
  ['?domain=a%20b', 404],
  ['?domain=', 404],
  ['', 404],
])('a certificate for %s is %i', async (query, expected) => {
  expect(await ask(query)).toBe(expected)
})

it('the answer is 503 while the lookup is unavailable', async () => {
  fakes.away = true
  expect(await ask('?domain=unheard.example')).toBe(503)
  expect(await ask('?domain=go.example')).toBe(200)
  fakes.away = false
  expect(await ask('?domain=unheard.example')).toBe(404)
})

it('the endpoint is not available to visitors', async () => {
  expect((await visit(redirect.port, 'go.example', `${PATH}?domain=go.example`)).status).toBe(404)
})
