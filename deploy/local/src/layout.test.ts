import { expect, it } from 'vitest'
import { chooseLayout, requireMemory } from './layout.ts'

const MB = 2 ** 20
const GB = 2 ** 30

it('puts all services into one process beside small stores with less than 2 GB of memory', () => {
  expect(chooseLayout('auto', {}, 2 * GB - 1)).toEqual({
    shared: true,
    small: true,
    reason: 'the machine has 2.0 GB of memory',
  })
  expect(chooseLayout('auto', {}, 2 * GB)).toEqual({
    shared: false,
    small: false,
    reason: 'the machine has 2.0 GB of memory',
  })
})

it('follows the setting on any machine; separate processes do not need larger stores', () => {
  expect(chooseLayout('one', {}, 64 * GB)).toEqual({
    shared: true,
    small: true,
    reason: 'FINGERPOST_PROCESSES=one',
  })
  expect(chooseLayout('separate', {}, GB)).toMatchObject({ shared: false, small: true })
  expect(chooseLayout('separate', {}, 2 * GB)).toMatchObject({ shared: false, small: false })
})

it('copies need separate processes', () => {
  const copies = { redirect: 2 }
  expect(chooseLayout('auto', copies, GB)).toEqual({
    shared: false,
    small: true,
    reason: 'FINGERPOST_COPIES',
  })
  expect(() => chooseLayout('one', copies, GB)).toThrow('FINGERPOST_PROCESSES=separate')
  expect(chooseLayout('one', { redirect: 1 }, GB).shared).toBe(true)
})

it('refuses less than 700 MB of memory, and says what is there and what is needed', () => {
  requireMemory(700 * MB)
  expect(() => requireMemory(512 * MB)).toThrow(
    'Fingerpost needs 700 MB of memory with its own stores, and this machine or container has 512 MB.',
  )
})
