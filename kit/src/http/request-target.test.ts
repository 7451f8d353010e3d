import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { namesOneHost, toOriginForm } from './request-target.ts'

const request = (hosts: string[], { url = '/', httpVersion = '1.1' } = {}) =>
  ({
    url,
    httpVersion,
    httpVersionMajor: Number(httpVersion[0]),
    rawHeaders: ['Accept', '*/*', ...hosts.flatMap((it) => ['hOst', it])],
    headers: { host: hosts[0] },
  }) as unknown as IncomingMessage

describe('a host', () => {
  it.each([
    'go.example',
    'GO.Example.:8080',
    'localhost',
    'a_b.example',
    '127.0.0.1:80',
    '[::1]',
    '[2001:db8::1]:65535',
  ])('%s is valid', (host) => {
    expect(namesOneHost(request([host]))).toBe(true)
  })

  it.each([
    '',
    'a b',
    'a,b',
    'a..b',
    '-a',
    'a:',
    'a:65536',
    'a:x',
    'http://a',
    'a/b',
    'user@a',
    'ä.example',
    '::1',
  ])('%j is refused', (host) => {
    expect(namesOneHost(request([host]))).toBe(false)
  })

  it('is required exactly once, except in HTTP/1.0', () => {
    expect(namesOneHost(request(['a', 'b']))).toBe(false)
    expect(namesOneHost(request(['a', 'a']))).toBe(false)
    expect(namesOneHost(request([]))).toBe(false)
    expect(namesOneHost(request([], { httpVersion: '1.0' }))).toBe(true)
  })

  it.each(['2.0', '0.9'])('of a request in HTTP/%s is not read', (httpVersion) => {
    expect(namesOneHost(request(['a'], { httpVersion }))).toBe(false)
  })
})

it.each([
  ['http://go.example:81/a?b', 'go.example:81', '/a?b'],
  ['HTTPS://go.example', 'go.example', '/'],
  ['http://go.example?q', 'go.example', '/?q'],
  ['/http://go.example/', 'h', '/http://go.example/'],
  ['ftp://go.example/', 'h', 'ftp://go.example/'],
  ['*', 'h', '*'],
])('the target %s asks %s for %s', (target, host, url) => {
  const asked = request(['h'], { url: target })
  toOriginForm(asked)
  expect([asked.headers.host, asked.url]).toEqual([host, url])
})
