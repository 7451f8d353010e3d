import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const EVERY_MS = 250
const PROGRESS = 'select records, finished_at from republications where id = $1'

/**
 * Asks the owner of a database to publish every record again, and waits until it is done. Returns the number
 * of records; undefined for a database that publishes none.
 */
export async function republish(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(`select to_regprocedure('republish()') as hook`)
    if (!rows[0]?.hook) return undefined
    const asked = await client.query<{ id: string }>('select republish() as id')
    for (;;) {
      const { rows } = await client.query(PROGRESS, [asked.rows[0]?.id])
      if (rows[0]?.finished_at) return Number(rows[0].records)
      await sleep(EVERY_MS)
    }
  } finally {
    await client.end()
  }
}
