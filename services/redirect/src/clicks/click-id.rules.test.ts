import { expect, it } from 'vitest'
import { createClickIds } from './click-id.rules.ts'

const random = (): [number, number] => [
  Math.floor(Math.random() * 2 ** 32),
  Math.floor(Math.random() * 2 ** 32),
]

it('are UUIDs of version 7 that contain the time', () => {
  const id = createClickIds(() => [0xffffffff, 0x01020304])(0x0199_1234_5678)

  expect(id).toBe('01991234-5678-7000-bfff-ffff01020304')
})

it('are monotonic within the process, even within a millisecond or if the clock goes back', () => {
  const newId = createClickIds(random)
  const times = [...Array(5_000).fill(1_000_000), 999_000, 998_000, 1_000_001, 2_000_000]

  const ids = times.map(newId)

  expect(ids).toEqual([...new Set(ids)].sort())
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
})
