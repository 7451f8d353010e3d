import { createServer, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { openTestApp } from '../testing/app.ts'

/** A fake redirect that echoes the request. */
const upstream = createServer(async (asked, response) => {
  let body = ''
  for await (const chunk of asked) body += chunk
  const { url, headers } = asked
  response.end(JSON.stringify({ url, host: headers['x-forwarded-host'], body }))
})
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
const { app } = await openTestApp(
  {},
  { REDIRECT_URL: `http://127.0.0.1:${portOf(upstream)}`, BIO_URL: 'http://127.0.0.1:1' },
)
await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(async () => {
  await app.close()
  upstream.close()
})

/** Sends headers and targets unchanged. */
function ask(path: string, headers: OutgoingHttpHeaders | string[], body?: string) {
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const port = portOf(app.server)
    const sent = request({ port, path, method, headers: headers as OutgoingHttpHeaders })
    sent.on('error', reject).on('response', async (answer) => {
      let text = ''
      for await (const chunk of answer) text += chunk
      resolve({ status: answer.statusCode, text })
    })
    sent.end(body)
  })
}

it.each([
  ['two hosts', ['Host', 'a.example', 'Host', 'b.example']],
  ['the same host twice', ['Host', 'a.example', 'host', 'a.example']],
  ['no valid host', ['Host', 'a b']],
  ['an empty host', ['Host', '']],
])('a request with %s is rejected before routing', async (_, headers) => {
  for (const path of ['/sale', '/api/version', '/healthz']) {
    const { status, text } = await ask(path, headers)
    expect([path, status]).toEqual([path, 400])
    expect(JSON.parse(text)).toMatchObject({ code: 'invalid_request' })
  }
})

it('the host of a target in absolute form takes precedence', async () => {
  const { status, text } = await ask('http://go.example/sale?a=1', { host: 'other.example' })

  expect(status).toBe(200)
  expect(JSON.parse(text)).toEqual({ url: '/sale?a=1', host: 'go.example', body: '' })
})

it.each(['*', 'ftp://go.example/'])('the target %s is rejected', async (target) => {
  const { status, text } = await ask(target, { host: 'go.example' })

  expect([status, JSON.parse(text).code]).toEqual([400, 'invalid_request'])
})

it.each(['/app/../sale', '/app/%2e%2E/sale', '/./sale', '/sale/..', '/docs/../sale'])(
  '%s is rejected, whichever process its prefix belongs to',
  async (path) => {
    expect((await ask(path, { host: 'go.example' })).status).toBe(400)
  },
)

it.each(['/sale..', '/sale?a=/../'])('%s is proxied unchanged', async (path) => {
  const { text } = await ask(path, { host: 'go.example' })
  expect(JSON.parse(text)).toMatchObject({ url: path })
})

it('Expect: 100-continue is answered, and the form is proxied', async () => {
  const headers = { host: 'go.example', expect: '100-continue', 'content-length': 10 }
  const { status, text } = await ask('/sale', headers, 'password=x')

  expect(status).toBe(200)
  expect(JSON.parse(text)).toMatchObject({ body: 'password=x' })
})
