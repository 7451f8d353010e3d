import type { IncomingMessage } from 'node:http'
import { gatewayToken } from '@fingerpost/kit/visitor/gateway-token'
import { describe, expect, it } from 'vitest'
import { createPeerReader } from './peer.mapper.ts'

const SECRET = 'shared by insiders'
const read = (
  headers: Record<string, string>,
  { remoteAddress = '9.9.9.9', trusted = [] as string[], secret = SECRET } = {},
) =>
  createPeerReader({ GRPC_SHARED_SECRET: secret, TRUSTED_PROXIES: trusted })({
    headers,
    socket: { remoteAddress },
  } as unknown as IncomingMessage)

describe('an untrusted client', () => {
  it('is identified by its socket, whatever headers it sends', () => {
    const headers = {
      host: 'go.example',
      'x-forwarded-for': '8.8.8.8',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-real-ip': '8.8.8.8',
      'cf-connecting-ip': '8.8.8.8',
      'true-client-ip': '8.8.8.8',
      forwarded: 'for=8.8.8.8;host=evil.example',
      'x-fingerpost-gateway': gatewayToken('guessed'),
    }
    expect(read(headers)).toEqual({ ip: '9.9.9.9', host: 'go.example', secure: false })
  })

  it('cannot pose as the gateway if there is no secret', () => {
    const headers = { host: 'a', 'x-fingerpost-gateway': '', 'x-forwarded-for': '8.8.8.8' }
    expect(read(headers, { secret: '' }).ip).toBe('9.9.9.9')
  })

  it('has one canonical address', () => {
    expect(read({ host: 'a' }, { remoteAddress: '::ffff:9.9.9.9' }).ip).toBe('9.9.9.9')
  })
})

describe('the gateway', () => {
  const gateway = { 'x-fingerpost-gateway': gatewayToken(SECRET), host: 'go.example' }

  it('forwards the address of the visitor', () => {
    const headers = {
      ...gateway,
      'x-forwarded-for': '2001:DB8::1',
      'x-forwarded-host': 'other.example',
      'x-forwarded-proto': 'https',
    }
    expect(read(headers)).toEqual({ ip: '2001:db8::1', host: 'other.example', secure: true })
    expect(read(gateway)).toEqual({ ip: '', host: 'go.example', secure: false })
  })

  it.each(['<script>', '8.8.8.8, 1.1.1.1', '8.8.8.8:80', 'fe80::1%eth0', ''])(
    'cannot forward the address %j',
    (forwardedFor) => {
      expect(read({ ...gateway, 'x-forwarded-for': forwardedFor }).ip).toBe('')
    },
  )
})

describe('a trusted proxy', () => {
  const trusted = ['10.0.0.0/8']
  const via = (forwardedFor: string) =>
    read(
      { host: 'a', 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': 'https' },
      { remoteAddress: '10.0.0.1', trusted },
    )

  it.each([
    ['8.8.8.8', '8.8.8.8'],
    ['1.1.1.1, 8.8.8.8', '8.8.8.8'],
    ['8.8.8.8, 10.0.0.7', '8.8.8.8'],
    ['<script>', '10.0.0.1'],
    ['8.8.8.8:1234', '8.8.8.8'],
    ['[2001:DB8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['1.1.1.1:80, 8.8.8.8:4711, 10.0.0.7:90', '8.8.8.8'],
    ['8.8.8.8:', '10.0.0.1'],
    ['8.8.8.8:123456', '10.0.0.1'],
    ['[8.8.8.8', '10.0.0.1'],
    [', , ,', '10.0.0.1'],
    [`${'1.1.1.1, '.repeat(2_000)}8.8.8.8`, '8.8.8.8'],
    ['fe80::1%eth0', '10.0.0.1'],
  ])('that forwards %.20s speaks for %s', (forwardedFor, ip) => {
    expect(via(forwardedFor)).toMatchObject({ ip, secure: true })
  })
})
