/** The texts of rows of a time, an id and a text; time and id are those of the last row. */
export interface Texts {
  text: Buffer
  rows: number
  last?: { ms: number; id: string }
  /** Size of an incomplete row at the end. */
  rest: number
}

const ID_BYTES = 36

/**
 * Parses RowBinary rows of `Int64, String, String`. The texts are moved together inside `bytes`,
 * because garbage collection of large buffers took most of the time of an export.
 */
export function joinTexts(bytes: Buffer): Texts {
  const cursor = Buffer.alloc(9 + ID_BYTES)
  let [at, size, rows] = [0, 0, 0]
  while (at + 8 < bytes.length) {
    const id = stringAt(bytes, at + 8)
    const text = id?.end === at + 9 + ID_BYTES ? stringAt(bytes, id.end) : undefined
    if (!text) break // incomplete row or error message
    bytes.copy(cursor, 0, at) // before the text may overwrite it
    size += bytes.copy(bytes, size, text.start, text.end)
    rows++
    at = text.end
  }
  const last = { ms: Number(cursor.readBigInt64LE()), id: cursor.toString('latin1', 9) }
  const rest = bytes.length - at
  return { text: bytes.subarray(0, size), rows, rest, ...(rows > 0 && { last }) }
}

/** The bounds of a string, which is prefixed with its length as a LEB128 varint. */
function stringAt(bytes: Buffer, at: number): { start: number; end: number } | undefined {
  let length = 0
  for (let start = at, factor = 1; start < bytes.length; factor *= 128) {
    const byte = bytes[start++] ?? 0
    length += (byte & 127) * factor
    if (byte < 128)
      return start + length > bytes.length ? undefined : { start, end: start + length }
  }
  return undefined
}
