import { expect, it } from 'vitest'
import { CLICK_QUEUES } from './redis-keys.ts'

const SLOTS = 16_384
const QUEUES = CLICK_QUEUES.map((_, i) => i + 1)
const MASTERS = Array.from({ length: 16 }, (_, i) => i + 1)

/** The hash slot of a key in a Redis Cluster: its CRC16 (XMODEM), modulo the number of slots. */
function slotOf(key: string): number {
  let crc = 0
  for (const byte of Buffer.from(key)) {
    crc ^= byte << 8
    for (let i = 0; i < 8; i++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc % SLOTS
}

it('the hash slot of a key is the one of the specification', () => {
  expect(slotOf('123456789')).toBe(0x31c3)
})

it.each(QUEUES)(
  'the first %i queues of clicks are spread evenly over up to 16 masters',
  (count) => {
    const slots = CLICK_QUEUES.slice(0, count).map(slotOf)

    const most = MASTERS.map((masters) => {
      const ends = Array.from({ length: masters }, (_, i) =>
        Math.floor(((i + 1) * SLOTS) / masters),
      )
      const owners = slots.map((slot) => ends.findIndex((end) => slot < end))
      return Math.max(
        ...Map.groupBy(owners, (it) => it)
          .values()
          .map((it) => it.length),
      )
    })

    expect(most).toEqual(MASTERS.map((masters) => Math.ceil(count / masters)))
  },
)
