import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import type { TestStack } from './test-stack.ts'
import { until } from './until.ts'

export interface Link {
  id: string
  slug: string
}

/** What the checks need of a stack, however it was started. */
export type StackAccess = Pick<TestStack, 'url' | 'apiKey' | 'folder' | 'redis'> & {
  stores: Pick<TestStack['stores'], 'clickhouseUrl'>
}

/** Calls the REST API of a stack with its API key. */
export async function call<T = Record<string, unknown>>(
  testStack: StackAccess,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; headers: Headers; body: T }> {
  const answer = await fetch(`${testStack.url}/api${path}`, {
    method,
    headers: {
      'x-api-key': testStack.apiKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T }
}

/** Creates a link on the first domain; waits for an API that is still recovering. */
export async function createLink(testStack: StackAccess, fields: object = {}): Promise<Link> {
  const link = { url: 'https://example.com/', domain_id: 1, title: 'x', ...fields }
  let made = await call<Link>(testStack, 'POST', '/link', link)
  const isMade = async () => {
    if (made.status === 503) made = await call<Link>(testStack, 'POST', '/link', link)
    return made.status !== 503
  }
  await until(isMade, 'a link', 30_000)
  if (made.status !== 201) throw new Error(`no link: ${JSON.stringify(made.body)}`)
  return made.body
}

/** Rows of a ClickHouse query, bypassing the fault proxies. */
export async function rows<T>(testStack: StackAccess, sql: string): Promise<T[]> {
  const body = `${sql} FORMAT JSONEachRow SETTINGS output_format_json_quote_64bit_integers = 0`
  const text = await askClickHouse(testStack.stores.clickhouseUrl, body, 'analytics')
  return text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as T] : []))
}
