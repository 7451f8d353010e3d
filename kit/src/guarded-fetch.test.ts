import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Reach, reachOf } from './guarded-connect.ts'
import { createGuardedFetch, type GuardedRequest, type GuardedResponse } from './guarded-fetch.ts'

/** A site on an address of this machine, that counts who connects. */
async function listen(host: string, port: number, answer: RequestListener) {
  const server = createServer(answer)
  const site = { port: 0, accepted: 0, close: () => server.close().closeAllConnections() }
  server.on('connection', () => site.accepted++)
  server.listen(port, host)
  await once(server, 'listening')
  site.port = (server.address() as AddressInfo).port
  return site
}

let answer: RequestListener = (_, response) => response.end('hello')
const serve: RequestListener = (request, response) => answer(request, response)
// Every address of this machine, 127.0.0.2 among them; and one that stands for the public internet.
const inside = await listen('::', 0, serve)
const { port } = inside
const outside = await listen('127.0.0.9', 0, serve)
afterAll(() => {
  inside.close()
  outside.close()
})

/** The stub in DNS' place: what it says of a name the first, second, … time. */
let names: Record<string, string[][]> = {}
const asked: string[] = []
const resolve = async (name: string): Promise<string[]> => {
  asked.push(name)
  const answers = names[name] ?? []
  const addresses = answers.length > 1 ? answers.shift() : answers[0]
  if (!addresses) throw new Error(`ENOTFOUND ${name}`)
  return addresses
}
/** The real rules; the ports of the sites above count as those of the web. */
const strict: Reach = {
  ...reachOf(false),
  resolve,
  isAllowedPort: (it) => [80, 443, port, outside.port].includes(it),
}
/** As `strict`, but 127.0.0.9 is public. */
const open: Reach = {
  ...strict,
  isAllowedAddress: (it) => it === '127.0.0.9' || strict.isAllowedAddress(it),
  isAllowedHost: (it) => it === '127.0.0.9' || strict.isAllowedHost(it),
}
const guarded = { strict: make(strict), open: make(open), lifted: make(reachOf(true)) }
function make(reach: Reach) {
  return createGuardedFetch({ FETCH_ALLOW_PRIVATE: false, FETCH_BLOCKED_PORTS: [] }, reach)
}

beforeEach(() => {
  answer = (_, response) => response.end('hello')
  names = {}
  asked.length = 0
  inside.accepted = outside.accepted = 0
})

async function text({ body }: GuardedResponse): Promise<string> {
  let all = ''
  for await (const bytes of body) all += Buffer.from(bytes).toString()
  return all
}
const get = (url: string, request: GuardedRequest = {}, by: keyof typeof guarded = 'open') =>
  guarded[by].fetch(url, request, text)
const site = (path = '/') => `http://127.0.0.9:${outside.port}${path}`

const HOSTS = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.0.0.2', '127.255.255.254', '0', '0.0.0.0', '0x7f.1'],
  ...['0x7f000001', '0x7F.0x0.0x0.0x1', '2130706433', '017700000001', '0177.0.0.1', '0177.1'],
  ...[
    '127.0.0.1.',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '１２７.0.0.1',
    '%31%32%37.0.0.1',
    '00000177.0.0.1',
  ],
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
  ],
  ...['[0:0:0:0:0:ffff:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
  ...[
    '[::ffff:0:127.0.0.1]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
  ],
  ...['[2001::1]', '[2001:db8::1]', '[100::1]', '[64:ff9b:1::a00:1]', '[::ffff:a9fe:a9fe]'],
  ...['10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '168.63.129.16'],
  ...[
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '0251.0376.0251.0376',
  ],
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'metadata.google.internal', 'x.local'],
]

describe('a refused address', () => {
  it.each(HOSTS)('%s is never connected to', async (host) => {
    for (const scheme of ['http', 'https']) {
      await expect(get(`${scheme}://${host}:${port}/`, {}, 'strict')).rejects.toThrow(
        'address not public',
      )
    }
    expect(inside.accepted).toBe(0)
    expect(asked).toEqual([])
  })

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['10.0.0.1', 'fd00::1']],
    [['64:ff9b::7f00:1', '2002:7f00:1::']],
    [['169.254.169.254']],
    [['nonsense']],
    [[]],
  ])('behind a name is never connected to: %j', async (addresses) => {
    names = { 'e.com': [addresses] }

    await expect(get(`http://e.com:${port}/`)).rejects.toThrow('address not public')
    expect(inside.accepted).toBe(0)
  })

  it('beside an allowed one is left out', async () => {
    names = { 'e.com': [['127.0.0.1', '::1', '127.0.0.9']] }

    expect(await get(`http://e.com:${outside.port}/`)).toBe('hello')
    expect([inside.accepted, outside.accepted]).toEqual([0, 1])
  })

  it('that a name turns to later is refused then: what was checked is what is connected', async () => {
    names = { 'e.com': [['127.0.0.9'], ['127.0.0.1'], ['::1']] }
    const url = `http://e.com:${outside.port}/`

    expect(await get(url)).toBe('hello')
    expect(asked).toEqual(['e.com'])
    await expect(get(url)).rejects.toThrow('address not public')
    await expect(get(url)).rejects.toThrow('address not public')
    expect(inside.accepted).toBe(0)
  })

  it('is refused again when a socket ends up there in spite of all', async () => {
    let checks = 0
    const reach = { ...open, isAllowedAddress: () => checks++ === 0 }
    const turned = make(reach)

    await expect(turned.fetch(site(), {}, text)).rejects.toThrow('address not public')
  })
})

describe('a refused URL', () => {
  it.each([
    ['file:///etc/passwd', 'scheme'],
    ['ftp://127.0.0.9/', 'scheme'],
    ['gopher://127.0.0.9:70/_x', 'scheme'],
    ['data:text/html,<title>x', 'scheme'],
    ['javascript:1', 'scheme'],
    ['ws://127.0.0.9/', 'scheme'],
    ['http://user:pass@127.0.0.9/', 'credentials'],
    ['http://user@127.0.0.9/', 'credentials'],
    ['http://127.0.0.9:6379/', 'port'],
    ['https://127.0.0.9:22/', 'port'],
    ['http://127.0.0.9:8080/', 'port'],
  ])('%s: its %s', async (url, what) => {
    await expect(get(url)).rejects.toThrow(`${what} not allowed`)
    expect(asked).toEqual([])
  })
})

describe('a redirect', () => {
  const to = (location: string) => {
    answer = (request, response) => {
      if (request.url !== '/') return response.end('there')
      return response.writeHead(302, { location }).end()
    }
  }

  it('is followed three times and no further', async () => {
    answer = ({ url = '' }, response) => {
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

  it('to itself comes to an end', async () => {
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
    names = { 'inside.example': [['127.0.0.1']] }
    to(location())

    await expect(get(site())).rejects.toThrow(reason)
    expect(inside.accepted).toBe(0)
  })

  it('is an answer where none is wanted', async () => {
    to('/x')
    const status = async (it: GuardedResponse) => it.status
    expect(await guarded.open.fetch(site(), { method: 'POST', redirects: 0 }, status)).toBe(302)
  })
})

describe('an answer', () => {
  it('is read up to its cap, however long it is', async () => {
    answer = (_, response) => {
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
    answer = (__, response) => void start(response)
    await expect(get(site(), { timeoutMs: 200 })).rejects.toThrow('timeout')
  })

  it('of DNS that never comes is given up in time', async () => {
    const deaf = make({ ...open, resolve: () => new Promise(() => {}) })
    await expect(deaf.fetch('http://e.com/', { timeoutMs: 200 }, text)).rejects.toThrow('timeout')
  })

  it('with more headers than anybody needs is refused', async () => {
    answer = (_, response) => response.writeHead(200, { x: 'x'.repeat(40_000) }).end()
    await expect(get(site())).rejects.toThrow('Headers Overflow')
  })

  it('leaves no connection behind, read or not', async () => {
    let closed = 0
    answer = (request, response) => {
      request.socket.on('close', () => closed++)
      response.write('x'.repeat(1_000))
    }
    await guarded.open.fetch(site(), {}, async () => {})
    await get(site(), { maxBytes: 1_000 })
    await expect.poll(() => closed).toBe(2)
  })

  it('is asked for without compression, under one name', async () => {
    let headers: NodeJS.Dict<string | string[]> = {}
    answer = (request, response) => {
      headers = request.headers
      response.end()
    }
    await get(site())
    expect(headers).toMatchObject({ 'accept-encoding': 'identity' })
    expect(headers['user-agent']).toMatch(/^Fingerpost\//)
  })
})

it('reaches this machine on any port when that is allowed, and still no other scheme', async () => {
  expect(await get(`http://localhost:${port}/`, {}, 'lifted')).toBe('hello')
  expect(await get(`http://[::1]:${port}/`, {}, 'lifted')).toBe('hello')
  await expect(get('file:///etc/passwd', {}, 'lifted')).rejects.toThrow('scheme not allowed')
})

it('a blocked port is never reached, directly or by a redirect', async () => {
  const { fetch } = createGuardedFetch({
    FETCH_ALLOW_PRIVATE: true,
    FETCH_BLOCKED_PORTS: [`${port}`],
  })
  const { port: other } = outside
  answer = (_, response) => response.writeHead(302, { location: `http://[::1]:${port}/` }).end()

  for (const url of [`http://localhost:${port}/`, `http://127.0.0.9:${other}/`]) {
    await expect(fetch(url, {}, text)).rejects.toThrow('port not allowed')
  }
  expect([inside.accepted, outside.accepted]).toEqual([0, 1])
})
