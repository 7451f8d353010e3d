import { beforeEach, describe, expect, it } from 'vitest'
import {
  asked,
  get,
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
import { createGuardedFetch } from './guarded-fetch.ts'

beforeEach(reset)

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
    web.names = { 'e.com': [addresses] }

    await expect(get(`http://e.com:${port}/`)).rejects.toThrow('address not public')
    expect(inside.accepted).toBe(0)
  })

  it('beside an allowed one is skipped', async () => {
    web.names = { 'e.com': [['127.0.0.1', '::1', '127.0.0.9']] }

    expect(await get(`http://e.com:${outside.port}/`)).toBe('hello')
    expect([inside.accepted, outside.accepted]).toEqual([0, 1])
  })

  it('that a name resolves to later is not used (DNS rebinding)', async () => {
    web.names = { 'e.com': [['127.0.0.9'], ['127.0.0.1'], ['::1']] }
    const url = `http://e.com:${outside.port}/`

    expect(await get(url)).toBe('hello')
    expect(asked).toEqual(['e.com'])
    await expect(get(url)).rejects.toThrow('address not public')
    await expect(get(url)).rejects.toThrow('address not public')
    expect(inside.accepted).toBe(0)
  })

  it('is rejected again if a socket connects to it nevertheless', async () => {
    let checks = 0
    const policy = { ...open, isAllowedAddress: () => checks++ === 0 }
    const turned = make(policy)

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

it('reaches this machine on any port if allowed, but with no other scheme', async () => {
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
  web.answer = (_, response) => response.writeHead(302, { location: `http://[::1]:${port}/` }).end()

  for (const url of [`http://localhost:${port}/`, `http://127.0.0.9:${other}/`]) {
    await expect(fetch(url, {}, text)).rejects.toThrow('port not allowed')
  }
  expect([inside.accepted, outside.accepted]).toEqual([0, 1])
})
