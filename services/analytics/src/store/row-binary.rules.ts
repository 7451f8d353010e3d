/** A text of ClickHouse, and the instant and the id that it belongs to. */
export interface TextRow {
  ms: number
  id: string
  text: Buffer
}

const ID_BYTES = 36

/** The rows of `Int64, String, String` in the format RowBinary, and how many bytes are no whole row. */
export function textRows(bytes: Buffer): { rows: TextRow[]; rest: number } {
  const rows: TextRow[] = []
  let at = 0
  while (at + 8 < bytes.length) {
    const id = stringAt(bytes, at + 8)
    const text = id?.end === at + 9 + ID_BYTES ? stringAt(bytes, id.end) : undefined
    if (!id || !text) break // cut, or the message of an error
    rows.push({
      ms: Number(bytes.readBigInt64LE(at)),
      id: bytes.toString('latin1', id.start, id.end),
      text: bytes.subarray(text.start, text.end),
    })
    at = text.end
  }
  return { rows, rest: bytes.length - at }
}

/** Where a string lies: its length comes first, seven bits a byte, lowest first. */
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
