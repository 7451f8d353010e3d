import { beforeAll, expect, it } from 'vitest'
import { stack } from '../stack.ts'
import { newTeam, type Problem } from '../teams.ts'
import { type Operation, readOperations } from './document.ts'
import { wrongBodies } from './worst.ts'

const ERRORS = 100
const ANSWER_BYTES = 65_536

let key: string
let operations: Operation[]

beforeAll(async () => {
  key = (await newTeam('Worst bodies')).key
  operations = (await readOperations()).filter(({ body }) => body)
})

it('the worst body of every operation is rejected with a short response', async () => {
  const long: unknown[] = []
  for (const { method, path, body } of operations) {
    for (const [name, worst] of wrongBodies(body?.schema)) {
      const answer = await fetch(`${stack.url}/api${path.replace(/\{\w+\}/g, '1')}`, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: worst,
      })
      const text = await answer.text()
      const { errors = [] } = JSON.parse(text) as Partial<Problem>
      const fits = text.length <= ANSWER_BYTES && errors.length <= ERRORS
      if (!fits || ![400, 404].includes(answer.status)) {
        long.push({ method, path, name, status: answer.status, errors: errors.length })
      }
    }
  }
  expect(operations.length).toBeGreaterThan(20)
  expect(long).toEqual([])
})
