import { expect, it } from 'vitest'
import { checkReadiness, readinessCode } from './admin.ts'

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
