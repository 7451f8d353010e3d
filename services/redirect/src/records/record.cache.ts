import { deadline } from '@fingerpost/kit/process/pace'
import { createFastCounter } from '@fingerpost/kit/telemetry/fast-counter'
import { LRUCache } from 'lru-cache'
import type { ChangeFeed } from './change.client.ts'

/** How long a copy is fresh, in milliseconds. */
const FRESH = {
  /** While all changes are received. */
  heard: 600_000,
  /** While changes may be missed. */
  unheard: 5_000,
}
/** How long an absence is cached, in milliseconds; never longer than a record. */
const ABSENT_MS = 30_000
/** Maximum age of a stale copy that is served while the lookup fails. */
const STALE_MS = 600_000
/** Average size of a record, as JSON: a link with the largest lists takes the room of 150 others. */
const RECORD_BYTES = 1_000
/** How long a visitor waits for a fresh copy before the stale one is served. */
const PATIENCE_MS = 80
/** After such a timeout or a failed load, the stale copy is served at once for this long. */
const RETRY_MS = 1_000

interface Entry<T> {
  /** Null if there is no record. */
  value: T | null
  loadedAtMs: number
  generation: number
  /** Until this time, a stale copy is served at once. */
  waitAgainAtMs: number
}

interface InFlight<T> {
  answer: Promise<T | null>
  /** The record changed during the load: the result may be outdated and is not cached. */
  outdated: boolean
}

/** Counts lookups by the level at which the record was found: process, redis, service, nowhere. */
export const foundAt = createFastCounter(
  'fingerpost_redirect_records_total',
  'Domains and links by where they were found',
  'level',
)

export type RecordCache<T extends object> = ReturnType<typeof createRecordCache<T>>

/**
 * In-process cache of records. `load` queries the next level and throws if that is unavailable;
 * null means that no record exists. It holds up to `max` records of 1 kB on average. Records and absences have separate size limits, so that
 * guessing names does not evict records in use. With `absentMs` 0, absences are not cached, and
 * `get` returns null only if a load that started after the call found no record: a record is found
 * as soon as the next level has it, whether or not its change is received.
 */
export function createRecordCache<T extends object>(
  load: (key: string) => Promise<T | null>,
  feed: Omit<ChangeFeed, 'mayLag'>,
  max: number,
  { absentMs = ABSENT_MS, nowMs = () => performance.now() } = {},
) {
  const found = new LRUCache<string, Entry<T>>({
    max,
    maxSize: max * RECORD_BYTES,
    sizeCalculation: ({ value }) => JSON.stringify(value).length,
  })
  const missing = new LRUCache<string, Entry<T>>({ max: Math.ceil(max / 5) })
  const inFlight = new Map<string, InFlight<T>>()

  feed.onChange((key) => {
    found.delete(key)
    missing.delete(key)
    const flight = inFlight.get(key)
    if (flight) flight.outdated = true
    inFlight.delete(key)
  })

  const held = (key: string) => found.get(key) ?? missing.get(key)

  function isFresh(entry: Entry<T>): boolean {
    const most = feed.live ? FRESH.heard : FRESH.unheard
    const ttlMs = entry.value === null ? Math.min(most, absentMs) : most
    return entry.generation === feed.generation && nowMs() - entry.loadedAtMs < ttlMs
  }

  function loadOnce(key: string): InFlight<T> {
    const running = inFlight.get(key)
    if (running) return running
    const { generation } = feed
    const flight: InFlight<T> = { outdated: false, answer: load(key) }
    inFlight.set(key, flight)
    const settled = () => inFlight.get(key) === flight && inFlight.delete(key)
    flight.answer.then(
      (value) => {
        settled()
        if (!flight.outdated) remember(key, value, generation)
      },
      () => {
        settled()
        const entry = held(key)
        if (entry) entry.waitAgainAtMs = nowMs() + RETRY_MS
      },
    )
    return flight
  }

  /** A load that is in flight may have missed a record that was created since it started. */
  function loadAfresh(key: string): Promise<T | null> {
    const running = absentMs === 0 ? inFlight.get(key) : undefined
    if (!running) return loadOnce(key).answer
    return running.answer.then((value) => value ?? loadOnce(key).answer)
  }

  function remember(key: string, value: T | null, generation: number): void {
    if (value === null && absentMs === 0) return void found.delete(key)
    // Integers, which V8 stores without a heap object.
    const loadedAtMs = Math.floor(nowMs())
    const entry: Entry<T> = { value, generation, loadedAtMs, waitAgainAtMs: 0 }
    ;(value === null ? missing : found).set(key, entry)
    ;(value === null ? found : missing).delete(key)
  }

  /** The copy to serve while the lookup fails. Absences are never served stale. */
  function staleOf(entry: Entry<T> | undefined): T | undefined {
    if (!entry || entry.value === null) return undefined
    const sureUntilMs = entry.generation === feed.generation ? feed.heardUntilMs : 0
    const ageMs = nowMs() - Math.max(entry.loadedAtMs, sureUntilMs)
    return ageMs < STALE_MS ? entry.value : undefined
  }

  return {
    /** The fresh copy; null if there is no record, undefined if it must be loaded. */
    peek(key: string): T | null | undefined {
      const entry = held(key)
      if (!entry || !isFresh(entry)) return undefined
      foundAt('process')
      return entry.value
    },

    /** Loads; concurrent calls share one load. Throws what `load` throws if there is no copy. */
    async get(key: string): Promise<T | null> {
      const entry = held(key)
      const stale = staleOf(entry)
      if (!entry || stale === undefined) return loadAfresh(key)
      if (entry.waitAgainAtMs > nowMs()) return stale
      const { promise: late, resolve } = Promise.withResolvers<T>()
      const timer = setTimeout(() => {
        entry.waitAgainAtMs = nowMs() + RETRY_MS
        resolve(stale)
      }, deadline(PATIENCE_MS))
      const asked = loadOnce(key).answer.catch(() => stale)
      return Promise.race([asked, late]).finally(() => clearTimeout(timer))
    },
  }
}
