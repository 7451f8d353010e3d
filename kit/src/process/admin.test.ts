import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { checkReadiness, openAdmin, readinessCode } from './admin.ts'
import { Lifecycle } from './lifecycle.ts'
import { createLog } from './log.ts'

const well = async () => {}
const away = () => Promise.reject(new Error('away'))
const silent = () => new Promise(() => {})

it.each([
  ['ok', 200, { a: well }, { b: well }],
  ['degraded', 200, { a: well }, { b: away }],
  ['unavailable', 503, { a: away }, { b: well }],
  ['unavailable', 503, { a: silent }, {}],
])('a process is %s (%i) by what it needs and what it uses', async (status, code, needs, uses) => {
  const readiness = await checkReadiness(needs, uses, 20)

  expect(readiness.status).toBe(status)
  expect(readinessCode(readiness)).toBe(code)
})

it('names each dependency', async () => {
  expect((await checkReadiness({ a: well }, { b: away })).checks).toEqual({
    a: 'ok',
    b: 'unavailable',
  })
})

it('/metrics shows version and commit of the build', async () => {
  const log = createLog('it', 'silent')
  const lifecycle = new Lifecycle(log)
  const build = { BUILD_VERSION: '1.2.3', BUILD_ID: 'abc' }
  const server = await openAdmin(
    { ADMIN_HOST: '127.0.0.1', ADMIN_PORT: 0, ...build },
    {},
    lifecycle,
    log,
  )
  const { port } = server.address() as AddressInfo
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  await lifecycle.close()

  expect(text).toContain('\nfingerpost_build_info{version="1.2.3",commit="abc"} 1\n')
})
