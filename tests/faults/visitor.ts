import { request } from 'undici'
import type { TestStack } from './test-stack.ts'

export interface Visit {
  status: number
  location: string | undefined
  retryAfter: string | undefined
}

/** One visit to a short link of the first domain, by default through the load balancer. */
export async function visit(
  testStack: TestStack,
  slug: string,
  at = testStack.url,
  headers: Record<string, string> = {},
): Promise<Visit> {
  const answer = await request(`${at}/${slug}`, {
    headers: { host: 'localhost', 'user-agent': 'curl/8.0', ...headers },
    headersTimeout: 20_000,
  })
  const { statusCode, body } = answer
  await body.dump()
  const { location: to, 'retry-after': after } = answer.headers
  const [location, retryAfter] = [to, after].map((it) =>
    it === undefined ? undefined : String(it),
  )
  return { status: statusCode, location, retryAfter }
}

/** Sends visits one after another and returns their distinct statuses. */
export async function statuses(testStack: TestStack, slug: string, count = 8): Promise<number[]> {
  const seen = new Set<number>()
  for (let i = 0; i < count; i++) seen.add((await visit(testStack, slug)).status)
  return [...seen]
}

/** The value of a process's counter, summed over matching labels; 0 if it is missing. */
export async function metric(testStack: TestStack, process: string, name: string): Promise<number> {
  const text = await (await fetch(`${testStack.adminOf(process)}/metrics`)).text()
  return text
    .split('\n')
    .filter((line) => line.startsWith(name))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
