/** A row of a time, an id and a text. */
export interface TextRow {
  ms: number
  id: string
  text: Buffer
}

const ID_BYTES = 36

/** Parses RowBinary rows of `Int64, String, String`; `rest` is the size of an incomplete row. */
export function textRows(bytes: Buffer): { rows: TextRow[]; rest: number } {
  const rows: TextRow[] = []
  let at = 0
  while (at + 8 < bytes.length) {
    const id = stringAt(bytes, at + 8)
    const text = id?.end === at + 9 + ID_BYTES ? stringAt(bytes, id.end) : undefined
    if (!id || !text) break // incomplete row or error message
    rows.push({
      ms: Number(bytes.readBigInt64LE(at)),
      id: bytes.toString('latin1', id.start, id.end),
      text: bytes.subarray(text.start, text.end),
    })
    at = text.end
  }
  return { rows, rest: bytes.length - at }
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
