import { expect, it } from 'vitest'
import { chooseLayout } from './layout.ts'

const GB = 2 ** 30

it('puts all services into one process if the machine has less than 2 GB of memory', () => {
  expect(chooseLayout('auto', {}, 1.9 * GB)).toEqual({
    shared: true,
    reason: 'the machine has 1.9 GB of memory',
  })
  expect(chooseLayout('auto', {}, 2 * GB)).toEqual({
    shared: false,
    reason: 'the machine has 2.0 GB of memory',
  })
})

it('follows the setting on any machine', () => {
  expect(chooseLayout('one', {}, 64 * GB)).toEqual({
    shared: true,
    reason: 'FINGERPOST_PROCESSES=one',
  })
  expect(chooseLayout('separate', {}, GB).shared).toBe(false)
})

it('copies need separate processes', () => {
  const copies = { redirect: 2 }
  expect(chooseLayout('auto', copies, GB)).toEqual({ shared: false, reason: 'FINGERPOST_COPIES' })
  expect(() => chooseLayout('one', copies, GB)).toThrow('FINGERPOST_PROCESSES=separate')
  expect(chooseLayout('one', { redirect: 1 }, GB).shared).toBe(true)
})
