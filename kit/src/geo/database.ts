import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Reader } from 'maxmind'
import type { CityRecord } from './city.ts'
import { cityRecord } from './record.ts'

/** The result of a lookup: a record or nothing, valid for the whole network of the address. */
export interface Found {
  record: CityRecord | undefined
  prefixLength: number
}

export interface Database {
  builtAtMs: number
  /** Looks up a canonical address. Throws if that part of the file is damaged. */
  find(address: string): Found
  /** Whether a place or anything else in the file has exactly this name, in any language. */
  has(name: string): boolean
}

const PROBES = 2_000
const SEPARATOR_BYTES = 16

/**
 * A database in MaxMind's format (mmdb). Throws for invalid or truncated files: the gap after the
 * search tree must match the metadata, and sample lookups all over the tree must work.
 */
export function readDatabase(bytes: Buffer): Database {
  const reader = new Reader<Record<string, unknown>>(bytes, {
    cache: new LRUCache<string | number, object>({ max: 10_000 }),
  } as never)
  const { searchTreeSize, buildEpoch, ipVersion } = reader.metadata
  const gap = bytes.subarray(searchTreeSize, searchTreeSize + SEPARATOR_BYTES)
  if (gap.length < SEPARATOR_BYTES || gap.some((byte) => byte !== 0)) {
    throw new Error('the search tree does not end where the metadata says')
  }
  const records = new WeakMap<object, CityRecord | undefined>()
  const convert = (raw: object): CityRecord | undefined => {
    let record = records.get(raw)
    if (!record) {
      record = cityRecord(raw)
      records.set(raw, record)
    }
    return record
  }
  const database: Database = {
    builtAtMs: buildEpoch.getTime(),
    find(address) {
      // An IPv4 tree would match the first bits of an IPv6 address.
      if (ipVersion === 4 && isIPv6(address)) return { record: undefined, prefixLength: 128 }
      const [raw, prefixLength] = reader.getWithPrefixLength(address)
      return { record: raw ? convert(raw) : undefined, prefixLength }
    },
    has: (name) => bytes.includes(encoded(name)),
  }
  for (const address of probes()) database.find(address)
  return database
}

/** A text as it is in the file: its length, in one or two bytes, and UTF-8. Names are short. */
function encoded(name: string): Buffer {
  const text = Buffer.from(name)
  const length = text.length < 29 ? [0x40 | text.length] : [0x5d, Math.min(text.length - 29, 255)]
  return Buffer.concat([Buffer.from(length), text])
}

/** Addresses spread evenly over IPv4 and over 2000::/3, where all public IPv6 addresses are. */
function* probes(): Generator<string> {
  for (let i = 0; i < PROBES; i++) {
    const at = Math.floor((i / PROBES) * 2 ** 32)
    yield [at >>> 24, (at >>> 16) & 255, (at >>> 8) & 255, at & 255].join('.')
    const high = 0x2000 + (i % 64) * 0x40
    yield `${high.toString(16)}:${Math.floor((i / PROBES) * 0x10000).toString(16)}::1`
  }
}
