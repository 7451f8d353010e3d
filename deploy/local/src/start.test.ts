import { describe, expect, it } from 'vitest'
import { sampleCommands } from './start.ts'

describe('the printed command that visits the sample link', () => {
  const facts = {
    url: 'http://localhost:8080',
    redirect_url: '',
    api_key: 'fp_key',
    domain: 'localhost',
    pids: {},
    stores: { database_url: '', redis_url: '', clickhouse_url: '' },
    admin: {},
    grpc: {},
  }

  it('requests the short URL as it is', () =>
    expect(sampleCommands(facts, 1)[1]).not.toContain('--connect-to'))

  it('leaves HTTPS to the proxy in front', () =>
    expect(sampleCommands({ ...facts, domain: 'go.example.com' }, 1, 'https')[1]).not.toContain(
      '--connect-to',
    ))

  it('connects to this machine if the domain is another name', () => {
    const domain = 'go.example.com'
    const to = (url: string) => sampleCommands({ ...facts, url, domain }, 1)[1]

    expect(to('http://localhost:8080')).toContain(' --connect-to ::localhost:8080')
    expect(to('http://192.0.2.1:80')).toContain(' --connect-to ::192.0.2.1:80')
  })
})
