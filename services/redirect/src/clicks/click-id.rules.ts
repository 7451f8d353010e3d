/** The two hex digits of each byte. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const hex16 = (value: number) => `${HEX[(value >>> 8) & 255]}${HEX[value & 255]}`
const hex32 = (value: number) => hex16(value >>> 16) + hex16(value)

/**
 * UUIDs of version 7 (RFC 9562 §5.7 with a 12-bit counter, §6.2 method 1), monotonic within the
 * process even if the clock goes back. `random` returns 62 fresh bits as two numbers below 2^32, of
 * which the first uses 30.
 */
export function createClickIds(random: () => readonly [number, number]) {
  let lastMs = 0
  let counter = 0
  let time = ''

  function startMs(ms: number): void {
    lastMs = ms
    counter = 0
    time = `${hex32(Math.floor(ms / 0x10000))}-${hex16(ms % 0x10000)}`
  }

  return (nowMs: number): string => {
    if (nowMs > lastMs) startMs(nowMs)
    else if (++counter > 0xfff) startMs(lastMs + 1)
    const [high, low] = random()
    const version = hex16(0x7000 | counter)
    const variant = hex16(0x8000 | (high >>> 18))
    return `${time}-${version}-${variant}-${hex16(high >>> 2)}${hex32(low)}`
  }
}
