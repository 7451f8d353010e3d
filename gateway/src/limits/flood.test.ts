import { createLog } from '@fingerpost/kit/process/log'
import type { FastifyRequest } from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { CONFIG } from '../testing/app.ts'
import { fakeClients } from '../testing/fakes.ts'
import type { Limits } from './limit.hook.ts'

let limits!: Limits
const app = await buildApp(
  fakeClients({}),
  { needs: {}, uses: {} },
  CONFIG,
  createLog('gateway', 'silent'),
  {},
  (_, __, given) => {
    limits = given
  },
)
afterAll(() => app.close())

type Kind = Parameters<Limits['isFlood']>[0]
const from = (address: string) =>
  ({ socket: { remoteAddress: '127.0.0.1' }, headers: { 'x-forwarded-for': address } }) as never

/** Requests from the addresses of a site until there are too many; returns how many there were before. */
async function flood(kind: Kind, addressOf: (i: number) => string): Promise<number> {
  let served = 0
  while (
    served < 10_000 &&
    !(await limits.isFlood(kind, from(addressOf(served)) as FastifyRequest))
  )
    served++
  return served
}
const look = (url: string, address: string, accept = 'text/html') =>
  app.inject({ url, headers: { 'x-forwarded-for': address, accept } })

it('a network that floods bio pages is told to wait, and no other', async () => {
  expect(await flood('page', (i) => `81.2.69.${i % 250}`)).toBe(3_000)

  const page = await look('/@ours', '81.2.69.251')
  expect([page.statusCode, page.headers['retry-after']]).toEqual([429, '60'])
  expect(page.body).toContain('<h1>Too many requests</h1>')
  for (const url of ['/@ours.json', '/%40ours.json', '/@/picture.webp']) {
    const data = await look(url, '81.2.69.252', 'application/json')
    expect([data.statusCode, data.headers['retry-after']]).toEqual([429, '60'])
    expect(data.json()).toMatchObject({ code: 'rate_limited' })
  }
  expect((await look('/@ours', '81.2.70.1')).statusCode).not.toBe(429)
  expect((await look('/short-link', '81.2.69.251')).statusCode).not.toBe(429)
})

it('a network that floods icons is told to wait, with all its IPv6 addresses', async () => {
  expect(await flood('icon', (i) => `2a01:4f8:1:${(i % 60_000).toString(16)}::1`)).toBe(6_000)

  const icon = await look('/favicon/example.com', '2a01:4f8:1:ffff::2')
  expect([icon.statusCode, icon.headers['retry-after']]).toEqual([429, '60'])
  expect((await look('/favicon/example.com', '2a01:4f8:2::1')).statusCode).toBe(200)
  expect((await look('/@ours', '2a01:4f8:1::1')).statusCode).not.toBe(429)
})

it('visitors whose address a proxy hides are not limited', async () => {
  expect(await flood('page', () => '10.0.0.1')).toBe(10_000)
})
