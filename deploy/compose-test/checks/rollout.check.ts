import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import {
  api,
  compose,
  containers,
  createLink,
  type Link,
  PROCESSES,
  serviceOf,
  soon,
} from './project.ts'

const rollout = () => promisify(execFile)('deploy/rollout.sh')
const { REDIS_PASSWORD = '', CLICKHOUSE_PASSWORD = '' } = process.env
const idsOf = async (...services: string[]) =>
  (await containers(...services)).map(({ Id }) => Id).sort()

afterAll(async () => {
  delete process.env.REDIRECT_COPIES
  Object.assign(process.env, { REDIS_PASSWORD, CLICKHOUSE_PASSWORD })
  await compose('up', '--detach')
  await soon(async () => {
    const all = await containers(...PROCESSES)
    expect(all.filter(({ State }) => State.Health?.Status !== 'healthy').map(serviceOf)).toEqual([])
  })
})

/** Sends requests at a fixed rate until it is stopped; returns the responses that are not `ok`. */
async function keepAsking(
  stop: AbortSignal,
  everyMs: number,
  ok: number,
  ask: () => Promise<Response>,
) {
  const failures: string[] = []
  const answers: Promise<void>[] = []
  const askOnce = async () => {
    try {
      const answer = await ask()
      if (answer.status !== ok) failures.push(`${answer.status} ${await answer.text()}`)
    } catch (error) {
      failures.push(`${(error as Error).cause ?? error}`)
    }
  }
  while (!stop.aborted) {
    answers.push(askOnce())
    await sleep(everyMs)
  }
  await Promise.all(answers)
  return { asked: answers.length, failures }
}

it('deploy/rollout.sh keeps the old copies when a migration fails', async () => {
  const before = await idsOf(...PROCESSES)
  process.env.CLICKHOUSE_PASSWORD = 'wrong'

  const { stderr, code } = await rollout().catch((error) => error)

  process.env.CLICKHOUSE_PASSWORD = CLICKHOUSE_PASSWORD
  expect(code).toBe(1)
  expect(stderr).toContain('are removed, the old ones stay')
  expect(await idsOf(...PROCESSES)).toEqual(before)
})

it('deploy/rollout.sh replaces every process after a change of the Redis and ClickHouse passwords without failing a visit or an API read', async () => {
  const before = await containers(...PROCESSES)
  const visited = await createLink()
  const { FINGERPOST_URL, FINGERPOST_API_KEY = '' } = process.env
  const url = `${FINGERPOST_URL}/api/link/${visited.id}`
  const headers = { 'x-api-key': FINGERPOST_API_KEY }
  const stop = new AbortController()
  const all = Promise.all([
    keepAsking(stop.signal, 20, 302, () => fetch(visited.short_url, { redirect: 'manual' })),
    keepAsking(stop.signal, 200, 200, () => fetch(url, { headers })),
  ])

  try {
    process.env.REDIS_PASSWORD = `${REDIS_PASSWORD}2`
    process.env.CLICKHOUSE_PASSWORD = `${CLICKHOUSE_PASSWORD}2`
    await compose('up', '--detach', '--wait', 'redis', 'clickhouse')
    await soon(async () => {
      const old = await containers('click-worker', 'redirect')
      expect(old.map(({ State }) => State.Health?.Status)).toEqual(['unhealthy', 'unhealthy'])
    })
    process.env.REDIRECT_COPIES = '2'
    await rollout()
  } finally {
    stop.abort()
  }

  const [visits, reads] = await all
  expect(visits.asked).toBeGreaterThan(1_000)
  // On a busy machine a store may answer too late; only the proxy's own errors are failed requests.
  const refused = reads.failures.filter((it) => !it.includes('"code":"unavailable"'))
  expect([visits.failures, refused]).toEqual([[], []])
  const after = await containers(...PROCESSES)
  expect(after.map(serviceOf).sort()).toEqual([...before.map(serviceOf), 'redirect'].sort())
  const old = new Set(before.map(({ Id }) => Id))
  expect(after.filter(({ Id }) => old.has(Id)).map(serviceOf)).toEqual([])
  await soon(async () => expect((await api<Link>(`/link/${visited.id}`)).clicks).toBe(visits.asked))
})

it('`docker compose up` after deploy/rollout.sh recreates nothing and keeps the number of copies', async () => {
  const before = await idsOf()

  await compose('up', '--detach', '--wait')

  expect(await idsOf()).toEqual(before)
  expect(await containers('redirect')).toHaveLength(2)
})
