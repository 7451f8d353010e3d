import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from '@fingerpost/kit/process/log'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { KEYS, LINK, openTestApp } from '../testing/app.ts'

let lines: object[] = []
const write = (bindings: object) => (line: object, msg: string) =>
  void lines.push({ ...bindings, ...line, msg })
const ignore = () => {}
const logWith = (bindings: object): object => ({
  level: 'info',
  isLevelEnabled: (level: string) => !['trace', 'debug'].includes(level),
  child: (more: object) => logWith({ ...bindings, ...more }),
  ...{ trace: ignore, debug: ignore, silent: ignore },
  ...{
    info: write(bindings),
    warn: write(bindings),
    error: write(bindings),
    fatal: write(bindings),
  },
})
const links = {
  createLink: async () => LINK,
  getLinks: async () => ({ links: [LINK] }),
  deleteLink: async () => ({}),
}
// Answers 404 to every short link.
const redirect = createServer((_, response) => void response.writeHead(404).end())
await new Promise<void>((resolve) => redirect.listen(0, '127.0.0.1', resolve))
const { port } = redirect.address() as AddressInfo
const { app } = await openTestApp(
  { links },
  { REDIRECT_URL: `http://127.0.0.1:${port}` },
  {},
  logWith({}) as Logger,
)
afterAll(async () => {
  await app.close()
  redirect.close()
})
beforeEach(() => {
  lines = []
})

const headers = { 'x-api-key': KEYS[1] }

it('a successful change logs one line with team, key, method, route and status, and no content', async () => {
  const payload = { url: 'https://secret.example/', domain_id: 1, password: 'hidden word' }
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/link',
    headers,
    payload,
  })

  expect(statusCode).toBe(201)
  expect(lines).toEqual([
    expect.objectContaining({
      ...{ msg: 'answered', team: 7, key: 2, method: 'POST', route: '/api/link', status: 201 },
      requestId: expect.any(String),
    }),
  ])
  expect(JSON.stringify(lines)).not.toMatch(/secret|hidden/)
  expect(JSON.stringify(lines)).not.toContain(KEYS[1])
})

it('a rejected API request logs one line, a read none', async () => {
  await app.inject({ url: '/api/link/5', headers })
  expect(lines).toEqual([])

  await app.inject({ method: 'POST', url: '/api/link', headers, payload: {} })
  expect(lines).toEqual([expect.objectContaining({ status: 400, team: 7, key: 2 })])
})

it('an unknown short link logs no line, however many are requested', async () => {
  const asked = Array.from({ length: 50 }, (_, i) => app.inject({ url: `/unknown-${i}` }))
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(
    Array(50).fill(404),
  )
  expect(lines).toEqual([])
})
