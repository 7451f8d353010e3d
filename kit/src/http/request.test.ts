import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { request } from './request.ts'

const server = createServer(async (asked, answer) => {
  if (asked.url === '/silent') return
  if (asked.url === '/upgrade') {
    return void asked.socket.end(
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: foo\r\n\r\n',
    )
  }
  if (asked.url === '/cut') {
    answer.writeHead(200, { 'content-length': '9' }).write('half')
    return void setImmediate(() => answer.destroy())
  }
  const status = asked.url === '/gone' ? 410 : 200
  const seen = { method: asked.method, key: asked.headers['x-key'], body: await text(asked) }
  answer.writeHead(status).end(JSON.stringify(seen))
})
let url: URL
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(() => void server.close().closeAllConnections())

it('returns the status and the body', async () => {
  const { ok, status, body } = await request(url, {
    method: 'POST',
    headers: { 'x-key': 'secret' },
    body: 'SELECT 1',
  })
  expect([ok, status, JSON.parse(body)]).toEqual([
    true,
    200,
    { method: 'POST', key: 'secret', body: 'SELECT 1' },
  ])
})

it('is not ok with the status of an error', async () => {
  expect(await request(new URL('/gone', url))).toMatchObject({ ok: false, status: 410 })
})

it('uses TLS for https', async () => {
  await expect(request(new URL(`https://${url.host}`))).rejects.toThrow('wrong version number')
})

it('throws without a whole answer', async () => {
  const signal = AbortSignal.timeout(20)
  await expect(request(new URL('/silent', url), { signal })).rejects.toThrow('aborted')
  await expect(request(new URL('/cut', url))).rejects.toThrow('aborted')
  await expect(request(new URL('/upgrade', url))).rejects.toThrow('upgrade')
  await expect(request(new URL('http://127.0.0.1:1'))).rejects.toThrow('ECONNREFUSED')
})
