import { startLoop } from '@fingerpost/kit/async/loop'
import type { Logger } from '@fingerpost/kit/process/log'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'

const EVERY_MS = 30_000

export type KeyUses = ReturnType<typeof startKeyUses>

/**
 * Records when keys were last used, a few times a minute for all of them: a write per request would
 * cost more than it tells. A killed process loses the last half minute.
 */
export function startKeyUses({ db }: Postgres<CatalogSchema>, log: Logger) {
  let used = new Map<number, Date>()

  async function write(): Promise<void> {
    if (used.size === 0) return
    const writing = used
    used = new Map()
    const ids = [...writing.keys()].sort((a, b) => a - b) // several processes lock in one order
    const times = ids.map((id) => writing.get(id))
    try {
      await sql`
        insert into key_uses
        select id, used_at from unnest(${ids}::bigint[], ${times}::timestamptz[]) as uses (id, used_at)
          join api_keys using (id)
        order by id
        on conflict (key_id) do update set used_at = excluded.used_at
        where key_uses.used_at < excluded.used_at`.execute(db)
    } catch (error) {
      used = new Map([...writing, ...used]) // for the next write
      throw error
    }
  }
  const loop = startLoop(
    { everyMs: EVERY_MS, failing: 'recording the use of API keys failed, retrying', log },
    write,
  )

  return {
    note: (id: number) => void used.set(id, new Date()),
    /** Writes at once. */
    write,
    async close(): Promise<void> {
      await loop.close()
      await write()
    },
  }
}
