import { request } from 'undici'
import { beforeAll, expect, it } from 'vitest'
import { teamWithDomains } from '../domains.ts'
import { localStack, stack } from '../stack.ts'
import { newTeam } from '../teams.ts'
import { type Operation, readOperations } from './document.ts'
import { largeBodies, largeTables, wrongBodies } from './worst.ts'

/** Goal for the longest event-loop block on a quiet machine; printed, not asserted. */
const GOAL_MS = 50
/** Too long even on a busy machine: in 0.1, one body blocked the event loop for minutes. */
const HELD_MS = 2_000
const BEAT_MS = 10

const metricsUrl = localStack()?.admin.gateway
let key: string
let visit: { url: string; host: string }
let operations: Operation[]

beforeAll(async () => {
  key = (await newTeam('Worst bodies')).key
  const team = await teamWithDomains('Visited meanwhile')
  const domain = await team.createVerified()
  const { slug } = await team.link(domain.id, { url: 'https://target.example/' })
  visit = { url: `${stack.url}/${slug}`, host: domain.name }
  operations = (await readOperations()).filter(({ body }) => body)
})

/** The gateway's longest event-loop block since the last call. */
async function holdMs(): Promise<number> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? Number.NaN) * 1_000
}

/** Alternates health checks and visits until stopped; returns the duration of each. */
function watch() {
  const waits: number[] = []
  let stopped = false
  const done = (async () => {
    for (let turn = 0; !stopped; turn++) {
      const startedMs = performance.now()
      const answer = await (turn % 2
        ? request(visit.url, { headers: { host: visit.host } })
        : request(`${stack.url}/healthz`))
      await answer.body.dump()
      waits.push(performance.now() - startedMs)
      await new Promise((resolve) => setTimeout(resolve, BEAT_MS))
    }
  })()
  return async () => {
    stopped = true
    await done
    return waits
  }
}

const requests = () => [
  ...operations.flatMap(({ method, path, body }) =>
    [...wrongBodies(body?.schema), ...largeBodies(body?.schema)].map(([name, worst]) => ({
      method,
      path: path.replace(/\{\w+\}/g, '1'),
      type: 'application/json',
      name,
      body: worst,
    })),
  ),
  ...largeTables().map(([name, type, body]) => ({
    method: 'POST',
    path: '/link/import?domain_id=1',
    type,
    name,
    body,
  })),
]

it.skipIf(!metricsUrl)('no body blocks the event loop, /healthz or a visit', async () => {
  const holds: { ms: number; name: string; status: number }[] = []
  // Before the watch: making all bodies blocks the event loop of this process for seconds.
  const all = requests()
  const stop = watch()
  await holdMs()
  const idle: number[] = []
  for (let i = 0; i < 20; i++) {
    await fetch(`${stack.url}/healthz`)
    idle.push(await holdMs())
  }
  for (const { method, path, type, name, body } of all) {
    await holdMs()
    const answer = await fetch(`${stack.url}/api${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': type },
      body,
    })
    await answer.arrayBuffer()
    holds.push({ ms: await holdMs(), name: `${method} ${path}: ${name}`, status: answer.status })
  }
  const waits = await stop()
  const worst = holds.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
  const over = holds.filter(({ ms }) => ms > GOAL_MS)
  console.info({ idleMs: Math.max(...idle), over: over.length, of: holds.length, worst })
  console.info({ beats: waits.length, longestMs: Math.max(...waits) })

  expect(holds.filter(({ status }) => status >= 500)).toEqual([])
  expect(worst.filter(({ ms }) => ms > HELD_MS)).toEqual([])
  expect(waits.filter((ms) => ms > HELD_MS)).toEqual([])
})
