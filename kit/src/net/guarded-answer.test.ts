import type { RequestListener } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  get,
  guarded,
  inside,
  make,
  open,
  outside,
  port,
  reset,
  site,
  text,
  web,
} from '../testing/web.ts'
import type { GuardedResponse } from './guarded-fetch.ts'

beforeEach(reset)

describe('a redirect', () => {
  const to = (location: string) => {
    web.answer = (request, response) => {
      if (request.url !== '/') return response.end('there')
      return response.writeHead(302, { location }).end()
    }
  }

  it('is followed at most three times', async () => {
    web.answer = ({ url = '' }, response) => {
      const left = Number(url.slice(1))
      if (left === 0) response.end('there')
      else response.writeHead(301, { location: `/${left - 1}` }).end()
    }

    expect(await get(site('/3'))).toBe('there')
    await expect(get(site('/4'))).rejects.toThrow('too many redirects')
    outside.accepted = 0
    await expect(get(site('/20'))).rejects.toThrow('too many redirects')
    expect(outside.accepted).toBe(4)
  })

  it('to itself ends', async () => {
    to('/')
    await expect(get(site())).rejects.toThrow('too many redirects')
  })

  it.each([
    [() => `http://127.0.0.1:${port}/x`, 'address not public'],
    [() => `//[::1]:${port}/x`, 'address not public'],
    [() => 'http://127.0.0.1:6379/', 'port not allowed'],
    [() => 'file:///etc/passwd', 'scheme not allowed'],
    [() => `http://a:b@127.0.0.9:${outside.port}/x`, 'credentials not allowed'],
    [() => `http://inside.example:${port}/x`, 'address not public'],
  ])('is checked like the first request: %s', async (location, reason) => {
    web.names = { 'inside.example': [['127.0.0.1']] }
    to(location())

    await expect(get(site())).rejects.toThrow(reason)
    expect(inside.accepted).toBe(0)
  })

  it('is returned as the response if redirects are disabled', async () => {
    to('/x')
    const status = async (it: GuardedResponse) => it.status
    expect(await guarded.open.fetch(site(), { method: 'POST', redirects: 0 }, status)).toBe(302)
  })
})

describe('an answer', () => {
  it('is read up to its limit, for any length', async () => {
    web.answer = (_, response) => {
      response.writeHead(200, { 'content-length': 2 ** 30 })
      const more = () => response.write('x'.repeat(65_536)) && setImmediate(more)
      response.on('drain', more)
      more()
    }

    expect(await get(site(), { maxBytes: 100_000 })).toHaveLength(100_000)
  })

  type Answer = Parameters<RequestListener>[1]
  it.each([
    ['says nothing', () => {}],
    ['never ends', (it: Answer) => it.write('x')],
    ['comes byte by byte', (it: Answer) => void setInterval(() => it.write('x'), 50).unref()],
    ['has endless headers', (it: Answer) => it.socket?.write('HTTP/1.1 200 OK\r\nx: ')],
  ])('that %s is given up in time', async (_, start: (response: Answer) => unknown) => {
    web.answer = (__, response) => void start(response)
    await expect(get(site(), { timeoutMs: 200 })).rejects.toThrow('timeout')
  })

  it('of DNS that never arrives times out', async () => {
    const deaf = make({ ...open, resolve: () => new Promise(() => {}) })
    await expect(deaf.fetch('http://e.com/', { timeoutMs: 200 }, text)).rejects.toThrow('timeout')
  })

  it('with too large headers is rejected', async () => {
    web.answer = (_, response) => response.writeHead(200, { x: 'x'.repeat(40_000) }).end()
    await expect(get(site())).rejects.toThrow('Headers Overflow')
  })

  it('leaves no connection open, read or not', async () => {
    let closed = 0
    web.answer = (request, response) => {
      request.socket.on('close', () => closed++)
      response.write('x'.repeat(1_000))
    }
    await guarded.open.fetch(site(), {}, async () => {})
    await get(site(), { maxBytes: 1_000 })
    await expect.poll(() => closed).toBe(2)
  })

  it('is requested without compression, with one user agent', async () => {
    let headers: NodeJS.Dict<string | string[]> = {}
    web.answer = (request, response) => {
      headers = request.headers
      response.end()
    }
    await get(site())
    expect(headers).toMatchObject({ 'accept-encoding': 'identity' })
    expect(headers['user-agent']).toMatch(/^Fingerpost\//)
  })
})
