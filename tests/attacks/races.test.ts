import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { customer } from '../stack.ts'
import { type Customer, unique } from '../teams.ts'

const ask = customer()
let domain_id: number
beforeAll(async () => {
  domain_id = (await api<{ items: { id: number }[] }>('GET', '/domain')).body.items[0]?.id ?? 0
})

/** Sends a request again when the API is too busy, after the time that its answer names. */
const api: Customer = async (...request) => {
  for (let tries = 1; ; tries++) {
    const answer = await ask(...request)
    if (answer.status !== 503 || tries === 20) return answer as never
    await sleep(Number(answer.headers.get('retry-after')) * 1_000)
  }
}

const create = (fields: object = {}) =>
  api<{ id: string }>('POST', '/link', {
    url: 'https://example.com/',
    domain_id,
    title: 'Raced',
    ...fields,
  })

it('two hundred concurrent creations of one slug create one link', async () => {
  const slug = unique('race')
  const answers = await Promise.all(Array.from({ length: 200 }, () => create({ slug })))
  const statuses = answers.map(({ status }) => status)

  expect(statuses.filter((it) => it === 201)).toHaveLength(1)
  expect(statuses.filter((it) => it === 409)).toHaveLength(199)
})

it('of fifty concurrent lists of A/B links, exactly one is stored completely', async () => {
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
