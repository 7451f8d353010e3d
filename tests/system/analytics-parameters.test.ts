import { expect, it } from 'vitest'
import { expectShape, PROBLEM } from '../shapes.ts'
import { customer } from '../stack.ts'

const api = customer()

it.each([
  ['period=foo', 'invalid_period'],
  ['period=2026-02-30,2026-03-01', 'invalid_period'],
  ['period=2026-03-02,2026-03-01', 'invalid_period'],
  ['timezone=Mars/Olympus', 'invalid_period'],
  ['limit=7', 'invalid_request'],
  ['colour=red', 'invalid_request'],
])('every analytics operation rejects ?%s as %s', async (query, code) => {
  for (const path of [
    'clicks',
    'originals',
    'destinations',
    'stream',
    'countries',
    'summary',
    'export',
  ]) {
    const { status, body } = await api<{ code: string }>('GET', `/analytics/${path}?${query}`)

    expect([path, status, body.code]).toEqual([path, 400, code])
    expectShape(body, PROBLEM)
  }
})
