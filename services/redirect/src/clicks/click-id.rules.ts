const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/**
 * UUIDs of version 7 (RFC 9562 §5.7, monotonic by a 12-bit counter, method 1 of §6.2) that grow
 * within the process, also when the clock goes back. `random` gives 62 fresh bits as two numbers
 * below 2^32, of which the first uses 30.
 */
export function createClickIds(random: () => readonly [number, number]) {
  let lastMs = 0
  let counter = 0
  return (nowMs: number): string => {
    if (nowMs > lastMs) {
      lastMs = nowMs
      counter = 0
    } else if (++counter > 0xfff) {
      lastMs++
      counter = 0
    }
    const [high, low] = random()
    const time = hex(lastMs, 12)
    const variant = hex((0x80000000 | (high >>> 2)) >>> 0, 8)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(counter, 3)}-${variant.slice(0, 4)}-${variant.slice(4)}${hex(low, 8)}`
  }
}

export type ClickIds = ReturnType<typeof createClickIds>
