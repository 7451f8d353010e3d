import { clickhouseAt } from '../stores/clickhouse-url.ts'

/** Runs a statement and returns the response of ClickHouse. Throws its error message. */
export async function askClickHouse(url: string, sql: string, database?: string): Promise<string> {
  const { target, headers } = clickhouseAt(url)
  if (database) target.searchParams.set('database', database)
  const answer = await fetch(target, { method: 'POST', headers, body: sql })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${sql}: ${text}`)
  return text.trim()
}
