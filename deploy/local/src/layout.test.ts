import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { chooseLayout, SMALL, USUAL } from './layout.ts'

const MB = 2 ** 20
const GB = 2 ** 30

const choose = (processes: string, copies: string, memory: number, env = {}) =>
  chooseLayout(
    readConfig({ FINGERPOST_PROCESSES: processes, FINGERPOST_COPIES: copies, ...env }, '/'),
    memory,
  )

it('puts all services into one process beside small stores with less than 2 GB of memory', () => {
  expect(choose('auto', '', 2 * GB - 1)).toEqual({
    shared: true,
    stores: SMALL,
    reason: 'the machine has 2.0 GB of memory',
  })
  expect(choose('auto', '', 2 * GB)).toEqual({
    shared: false,
    stores: USUAL,
    reason: 'the machine has 2.0 GB of memory',
  })
})

it('follows the setting on any machine; separate processes do not need larger stores', () => {
  expect(choose('one', '', 64 * GB)).toEqual({
    shared: true,
    stores: SMALL,
    reason: 'FINGERPOST_PROCESSES=one',
  })
  expect(choose('separate', '', GB)).toMatchObject({ shared: false, stores: SMALL })
  expect(choose('separate', '', 2 * GB)).toMatchObject({ shared: false, stores: USUAL })
})

it('copies need separate processes', () => {
  const copies = 'redirect=2'
  expect(choose('auto', copies, GB)).toEqual({
    shared: false,
    stores: SMALL,
    reason: 'FINGERPOST_COPIES',
  })
  expect(() => choose('one', copies, GB)).toThrow('FINGERPOST_PROCESSES=separate')
  expect(choose('one', 'redirect=1', GB).shared).toBe(true)
})

it('refuses less than 700 MB of memory, and says what is there and what is needed', () => {
  expect(choose('auto', '', 700 * MB).shared).toBe(true)
  expect(() => choose('auto', '', 512 * MB)).toThrow(
    'Fingerpost needs 700 MB of memory with its own stores, and this machine or container has 512 MB.',
  )
  const DATABASE_URL = 'postgres://db.example/catalog'
  const [REDIS_URL, CLICKHOUSE_URL] = ['redis://redis.example', 'http://clickhouse.example']
  expect(() => choose('one', '', 512 * MB, { DATABASE_URL, REDIS_URL })).toThrow('700 MB')
  expect(choose('one', '', 512 * MB, { DATABASE_URL, REDIS_URL, CLICKHOUSE_URL }).shared).toBe(true)
})

it('small stores have a fraction of the memory', () => {
  expect([SMALL.redis, USUAL.redis]).toEqual(['128mb', '1gb'])
  expect(SMALL.postgres).toMatchObject({ shared_buffers: '32MB', max_connections: '100' })
  expect(USUAL.postgres).toEqual({ max_connections: '300' })
})
