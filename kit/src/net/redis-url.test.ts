import { expect, it } from 'vitest'
import { readClusterUrl } from './redis-url.ts'

it('the URL of a single server is not one of a cluster', () => {
  expect(readClusterUrl('redis://user:a+cluster:b@host:6379/1')).toBeUndefined()
  expect(readClusterUrl('rediss://host')).toBeUndefined()
})

it.each([
  ['redis+cluster://a:7000', { nodes: [{ host: 'a', port: 7000 }], tls: false }],
  [
    'redis+cluster://10.0.0.1:7000,b,[::1]:7001/',
    {
      nodes: [
        { host: '10.0.0.1', port: 7000 },
        { host: 'b', port: 6379 },
        { host: '::1', port: 7001 },
      ],
      tls: false,
    },
  ],
  [
    'rediss+cluster://me:p%40ss,word@a:1,b:2',
    {
      nodes: [
        { host: 'a', port: 1 },
        { host: 'b', port: 2 },
      ],
      username: 'me',
      password: 'p@ss,word',
      tls: true,
    },
  ],
  [
    'redis+cluster://:secret@a:1',
    { nodes: [{ host: 'a', port: 1 }], password: 'secret', tls: false },
  ],
])('%s is read', (text, address) => {
  expect(readClusterUrl(text)).toEqual(address)
})

it.each([
  'redis+cluster://',
  'redis+cluster://a:1,',
  'redis+cluster://a:99999',
  'redis+cluster://a:1/2',
  'redis+cluster://a:1?db=2',
  'redis-cluster://a:1',
])('%s is refused, and the message holds nothing of it', (text) => {
  expect(() => readClusterUrl(text)).toThrow(/^is not redis\+cluster:\/\/host:port,host:port$/)
})
