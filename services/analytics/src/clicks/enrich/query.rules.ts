const MAX_KEYS = 50
const MAX_BYTES = 4_096

/**
 * The visitor's query as the text of a JSON object: names in the order they came, the values of a
 * repeated name as an array. Bounded: what no longer fits in 50 names or 4 kB is left out.
 */
export function queryOf(query: string): string {
  if (query === '') return '{}'
  const values = new Map<string, string[]>() // not an object: `__proto__` is a name like any other
  let bytes = 2
  for (const [name, value] of new URLSearchParams(query)) {
    const held = values.get(name)
    if (!held && values.size === MAX_KEYS) continue
    bytes += lengthOf(value) + (held ? 3 : lengthOf(name) + 2)
    if (bytes > MAX_BYTES) break
    if (held) held.push(value)
    else values.set(name, [value])
  }
  const members = [...values].map(
    ([name, all]) => `${JSON.stringify(name)}:${JSON.stringify(all.length === 1 ? all[0] : all)}`,
  )
  return `{${members.join(',')}}`
}

const lengthOf = (text: string) => Buffer.byteLength(JSON.stringify(text))
