import { expect, it, vi } from 'vitest'
import { customer, localStack } from '../stack.ts'
import { unique } from '../teams.ts'

const api = customer()

it('an import of 100,000 rows creates every link once although its worker is killed', async () => {
  const ROWS = 100_000
  const { body: domains } = await api<{ items: { id: number }[] }>('GET', '/domain')
  const domain_id = domains.items[0]?.id
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
  const creates = await Promise.all(
    Array.from({ length: 20 }, () =>
      api('POST', '/link', { url: 'https://example.com/', domain_id, title: 'Raced' }),
    ),
  )
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
