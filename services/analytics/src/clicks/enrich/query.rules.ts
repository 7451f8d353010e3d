const MAX_KEYS = 50
const MAX_BYTES = 4_096

/**
 * The visitor's query as a JSON object: names in their original order, values of a repeated name as
 * an array. Limited to 50 names and 4 kB; the rest is dropped.
 */
export function queryOf(query: string): string {
  if (query === '') return '{}'
  const values = new Map<string, string[]>() // a Map, because `__proto__` may be a name
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
