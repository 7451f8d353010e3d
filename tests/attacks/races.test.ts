import { beforeAll, expect, it, vi } from 'vitest'
import { customer, localStack } from '../stack.ts'
import { unique } from '../teams.ts'

const api = customer()
let domain_id: number
beforeAll(async () => {
  domain_id = (await api<{ items: { id: number }[] }>('GET', '/domain')).body.items[0]?.id ?? 0
})

const create = (fields: object = {}) =>
  api<{ id: string }>('POST', '/link', {
    url: 'https://example.com/',
    domain_id,
    title: 'Raced',
    ...fields,
  })

it('two hundred creates of one slug make one link', async () => {
  const slug = unique('race')
  const answers = await Promise.all(Array.from({ length: 200 }, () => create({ slug })))
  const statuses = answers.map(({ status }) => status)

  expect(statuses.filter((it) => it === 201)).toHaveLength(1)
  expect(statuses.filter((it) => it === 409)).toHaveLength(199)
})

it('fifty lists of A/B links at once end as exactly one of them', async () => {
  const { body: link } = await create()
  const lists = Array.from({ length: 50 }, (_, i) => [
    { url: `https://example.com/${i}/a`, percent: 10 },
    { url: `https://example.com/${i}/b`, percent: 90 },
  ])
  const answers = await Promise.all(
    lists.map((items) => api('PUT', `/link/${link.id}/ab`, { items })),
  )
  const { body } = await api<{ ab: { url: string; percent: number }[] }>('GET', `/link/${link.id}`)

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(lists).toContainEqual(body.ab.map(({ url, percent }) => ({ url, percent })))
})

it('an import of 100,000 rows whose worker is killed makes every row once', async () => {
  const ROWS = 100_000
  const name = unique('many')
  const csv = Array.from({ length: ROWS }, (_, i) => ({
    url: i % 10_000 === 9_999 ? 'nonsense' : `https://example.com/${name}/${i}`,
  }))
  const { status, body: job } = await api<{ job_id: string }>('POST', '/link/import', {
    domain_id,
    csv,
  })
  expect(status).toBe(202)
  const read = async () =>
    (await api<{ status: string; done: number }>('GET', `/link/import/${job.job_id}`)).body
  const pid = localStack()?.pids.link
  await vi.waitFor(async () => expect((await read()).done).toBeGreaterThan(10_000), 120_000)
  if (pid) process.kill(pid, 'SIGKILL')
  const creates = await Promise.all(Array.from({ length: 20 }, () => create()))
  expect(creates.every((it) => [201, 503].includes(it.status))).toBe(true)

  await vi.waitFor(
    async () => {
      const answer = await api<{ status: string }>('GET', `/link/import/${job.job_id}`)
      expect(answer.body.status).toBe('done')
    },
    { timeout: 280_000, interval: 1_000 },
  )
  expect(await read()).toMatchObject({ total: ROWS, done: ROWS, created: ROWS - 10, failed: 10 })
  const list = await api<{ total: number }>('GET', `/link?search=${name}`)
  expect(list.body.total).toBe(ROWS - 10)
})
