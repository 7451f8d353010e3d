import { describe, expect, it } from 'vitest'
import { canonicalAddress, clientAddress, matchNetworks, networkOf, truncateAddress } from './ip.ts'

it.each([
  ['8.8.8.8', '8.8.8.8'],
  ['::ffff:8.8.8.8', '8.8.8.8'],
  ['2001:0db8:0::1', '2001:db8::1'],
])('writes %s as %s', (text, address) => expect(canonicalAddress(text)).toBe(address))

it.each(['', '999.1.1.1', '1.2.3', '8.8.8.8:80', ' 8.8.8.8', '0x7f.1', 'fe80::1%eth0', '<script>'])(
  'treats %j as no address',
  (text) => expect(canonicalAddress(text)).toBeUndefined(),
)

it('names the network of an address', () => {
  expect(networkOf('83.208.93.244', 24)).toBe('83.208.93.0/24')
  expect(networkOf('2a00:1028:83a0::1', 32)).toBe('2a00:1028::/32')
})

describe('the client address', () => {
  const nobody = matchNetworks([])
  const proxies = matchNetworks(['10.0.0.0/8', '::1'])

  it.each([
    ['the socket when there is no proxy', '1.2.3.4', '9.9.9.9', nobody, '1.2.3.4'],
    ['the socket when it is not a trusted one', '1.2.3.4', '9.9.9.9', proxies, '1.2.3.4'],
    ['the socket when nothing was forwarded', '10.0.0.1', undefined, proxies, '10.0.0.1'],
    ['what a trusted proxy saw', '10.0.0.1', '9.9.9.9', proxies, '9.9.9.9'],
    [
      'the last that no proxy of ours added',
      '10.0.0.1',
      '6.6.6.6, 9.9.9.9, 10.0.0.2',
      proxies,
      '9.9.9.9',
    ],
    [
      'the last good one before garbage',
      '10.0.0.1',
      '9.9.9.9, <script>, 10.0.0.2',
      proxies,
      '10.0.0.2',
    ],
    ['the socket when only garbage was forwarded', '::1', ', ,8.8.8.8:x', proxies, '::1'],
    ['what came with a port', '10.0.0.1', '9.9.9.9:4711', proxies, '9.9.9.9'],
    ['IPv6 with a port', '10.0.0.1', '[2001:DB8::1]:443', proxies, '2001:db8::1'],
    ['IPv6 in brackets', '10.0.0.1', '9.9.9.9, [2001:db8::1]', proxies, '2001:db8::1'],
    ['a proxy before one with a port', '10.0.0.1', '9.9.9.9:1, 10.0.0.2:8080', proxies, '9.9.9.9'],
    ['an IPv4 that came mapped', '::ffff:10.0.0.1', '::ffff:9.9.9.9', proxies, '9.9.9.9'],
    ['nothing when nothing is known', undefined, '9.9.9.9', proxies, ''],
  ])('is %s', (_, socket, forwarded, trusted, client) => {
    expect(clientAddress(socket, forwarded, trusted)).toBe(client)
  })
})

it.each([
  ['203.0.113.77', 'full', '203.0.113.77'],
  ['203.0.113.77', 'truncated', '203.0.113.0'],
  ['203.0.113.77', 'none', ''],
  ['::ffff:203.0.113.77', 'truncated', '203.0.113.0'],
  ['2001:db8:aaaa:bbbb::1', 'full', '2001:db8:aaaa:bbbb::1'],
  ['2001:db8:aaaa:bbbb::1', 'truncated', '2001:db8:aaaa::'],
  ['not an address', 'full', ''],
  ['203.0.113.77:1234', 'full', ''],
  ['', 'truncated', ''],
] as const)('of the address %j, %s keeps %j', (ip, precision, expected) => {
  expect(truncateAddress(ip, precision)).toBe(expected)
})
