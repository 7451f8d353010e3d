import { beforeEach, expect, it, vi } from 'vitest'
import {
  api,
  compose,
  containers,
  counter,
  createLink,
  docker,
  kill,
  type Link,
  PROCESSES,
  STORES,
  serviceOf,
  soon,
  visit,
} from './project.ts'

/** `docker compose up`; on failure, throws the last log lines of the containers. */
const up = (...words: string[]) =>
  compose('up', '--detach', '--wait', ...words).catch(async (cause: Error) => {
    throw new Error(await compose('logs', '--tail', '5'), { cause })
  })
const clicksAre = (link: Link, clicks: number) =>
  soon(async () => expect((await api<Link>(`/link/${link.id}`)).clicks).toBe(clicks))
const found = (clicks: number) => Array(clicks).fill(302)

// One healthy copy of each service, whatever the previous test left.
beforeEach(async () => {
  await up()
})

it('three copies of redirect and two of link and gateway share the load, and scale down again', async () => {
  const link = await createLink()
  await up('--scale', 'redirect=3', '--scale', 'link=2', '--scale', 'gateway=2')
  const copies = await containers('redirect')
  expect(copies).toHaveLength(3)
  let visits = 0
  await soon(async () => {
    const statuses = await visit(link, 60)
    visits += statuses.filter((it) => it === 302).length
    const answers = await Promise.all(
      copies.map((it) => counter(it, 'fingerpost_redirect_answers_total')),
    )
    expect(Math.min(...answers)).toBeGreaterThan(0)
  })
  await clicksAre(link, visits)

  await up()
  expect(await visit(link, 20)).toEqual(found(20))
  await clicksAre(link, visits + 20)
})

it.each([
  'redirect',
  'click-worker',
  'link',
  'gateway',
  'proxy',
  'redis',
  'postgres',
  'clickhouse',
])('%s restarts after its process is killed, and no data is lost', async (service) => {
  const link = await createLink()
  expect(await visit(link, 10)).toEqual(found(10))
  const [before] = await containers(service)
  if (!before) throw new Error(`${service} has no container`)

  await kill(before)

  await soon(async () => {
    const [now] = await containers(service)
    expect(now?.RestartCount).toBeGreaterThan(before.RestartCount)
    expect(now?.State.Health?.Status).toBe('healthy')
  })
  await soon(async () => expect(await visit(link, 1)).toEqual([302]))
  await soon(async () =>
    expect((await api<Link>(`/link/${link.id}`)).clicks).toBeGreaterThanOrEqual(11),
  )
})

it('each process exits with code 0 when it is stopped, and all data is present again after `down` and `up`', async () => {
  const link = await createLink()
  await visit(link, 30)
  await clicksAre(link, 30)
  const seen = () =>
    Promise.all([
      api<Link>(`/link/${link.id}`),
      api<{ total: number }>(`/analytics/stream?link_id=${link.id}&limit=100`),
      api('/organization'),
      api('/domain'),
    ])
  const before = await vi.waitFor(seen, { timeout: 60_000, interval: 250 })

  await compose('stop')
  const stopped = await containers(...PROCESSES)
  expect(stopped.map((it) => [serviceOf(it), it.State.Status, it.State.ExitCode]).sort()).toEqual(
    PROCESSES.map((name) => [name, 'exited', 0]).sort(),
  )
  // 137: killed after the stop timeout.
  const stores = await containers(...STORES)
  expect(stores.filter(({ State }) => State.ExitCode === 137).map(serviceOf)).toEqual([])

  await compose('down')
  expect(await docker('ps', '--all', '--quiet', '--filter', projectLabel)).toBe('')
  await up()

  await soon(async () => expect(await seen()).toEqual(before))
  expect(await visit(link, 5)).toEqual(found(5))
  await clicksAre(link, 35)
})

const projectLabel = `label=com.docker.compose.project=${process.env.COMPOSE_PROJECT_NAME}`
