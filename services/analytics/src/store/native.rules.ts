/** A value that its column cannot hold; a repeated insert would fail, too. */
export class BadValue extends Error {
  override readonly name = 'BadValue'
}

/** Writes the values of a column. */
type Write = (values: readonly unknown[]) => Buffer[]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** How values of each type are written; the block declares them as the type in `as`. */
const TYPES = {
  UUID: { as: 'UUID', write: uuids },
  "DateTime64(3, 'UTC')": { as: "DateTime64(3, 'UTC')", write: times },
  UInt64: { as: 'UInt64', write: uint64s },
  Bool: { as: 'Bool', write: bools },
  // Most texts repeat, and ClickHouse copies them from a dictionary faster than it reads each.
  String: { as: 'LowCardinality(String)', write: dictionary },
  'LowCardinality(String)': { as: 'LowCardinality(String)', write: dictionary },
} satisfies Record<string, { as: string; write: Write }>

/** A type of ClickHouse that `encodeBlock` writes. */
export type NativeType = keyof typeof TYPES

/**
 * Rows as a block of the format Native: column by column, each distinct text once. Times are in
 * ms since 1970, and 64-bit integers safe integers or decimal strings. Throws BadValue.
 */
export function encodeBlock<Name extends string>(
  columns: Readonly<Record<Name, { readonly type: NativeType }>>,
  rows: readonly Readonly<Record<Name, unknown>>[],
): Buffer {
  const entries = Object.entries<{ readonly type: NativeType }>(columns)
  const block = [...varint(entries.length), ...varint(rows.length)]
  const parts: Buffer[] = [Buffer.from(block)]
  for (const [name, { type }] of entries) {
    const { as, write } = TYPES[type]
    const values = rows.map((row) => row[name as Name])
    try {
      parts.push(strings([name, as]), ...write(values))
    } catch (error) {
      throw new BadValue(`${name}: ${(error as Error).message}`)
    }
  }
  return Buffer.concat(parts)
}

/** Each UUID as two little-endian halves, the upper one first. */
function uuids(values: readonly unknown[]): Buffer[] {
  for (const value of values) {
    if (typeof value !== 'string' || !UUID.test(value)) throw new Error('not a UUID')
  }
  return [Buffer.from(values.join('').replaceAll('-', ''), 'hex').swap64()]
}

function times(values: readonly unknown[]): Buffer[] {
  return [Buffer.from(BigInt64Array.from(values as number[], BigInt).buffer)]
}

function uint64s(values: readonly unknown[]): Buffer[] {
  const bytes = Buffer.allocUnsafe(values.length * 8)
  for (const [i, value] of values.entries()) {
    if (typeof value === 'string') bytes.writeBigUInt64LE(BigInt(value), i * 8)
    else if (Number.isSafeInteger(value)) {
      bytes.writeUInt32LE((value as number) % 2 ** 32, i * 8)
      bytes.writeUInt32LE(Math.floor((value as number) / 2 ** 32), i * 8 + 4)
    } else throw new Error('not a safe integer')
  }
  return [bytes]
}

function bools(values: readonly unknown[]): Buffer[] {
  if (!values.every((value) => typeof value === 'boolean')) throw new Error('not a boolean')
  return [Buffer.from(values.map(Number))]
}

/** ClickHouse's flags HasAdditionalKeys and NeedUpdateDictionary: the block has its own dictionary. */
const OWN_DICTIONARY = 0x600

/** A dictionary and the index of each value in it, in one, two or four bytes. */
function dictionary(values: readonly unknown[]): Buffer[] {
  const keys = new Map<string, number>()
  const indexes = new Uint32Array(values.length)
  let [last, index]: [unknown, number] = [undefined, 0]
  for (const [i, value] of values.entries()) {
    if (i === 0 || value !== last) {
      if (typeof value !== 'string') throw new Error('not a string')
      index = keys.get(value) ?? keys.size
      keys.set(value, index)
      last = value
    }
    indexes[i] = index
  }
  const width = keys.size <= 0x100 ? 0 : keys.size <= 0x10000 ? 1 : 2
  const Indexes = [Uint8Array, Uint16Array, Uint32Array][width] ?? Uint32Array
  return [
    uint64(1), // version of the serialization
    uint64(OWN_DICTIONARY + width),
    uint64(keys.size),
    strings([...keys.keys()]),
    uint64(values.length),
    Buffer.from(new Indexes(indexes).buffer),
  ]
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Each string after its length in bytes. */
function strings(values: readonly string[]): Buffer {
  const bound = values.reduce((sum, { length }) => sum + 5 + length * 3, 0)
  const bytes = Buffer.allocUnsafe(bound)
  let at = 0
  for (const value of values) {
    for (const byte of varint(Buffer.byteLength(value))) bytes[at++] = byte
    at += bytes.write(value, at)
  }
  return bytes.subarray(0, at)
}

/** An unsigned LEB128 integer. */
function varint(value: number): number[] {
  const bytes: number[] = []
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128)
  bytes.push(value)
  return bytes
}
