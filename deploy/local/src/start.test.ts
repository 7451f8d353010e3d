import { describe, expect, it } from 'vitest'
import { sampleCommands } from './start.ts'

describe('the printed command that visits the sample link', () => {
  const facts = { url: 'http://localhost:8080', api_key: 'fp_key' }
  const local = { id: 1, name: 'localhost' }
  const other = { id: 2, name: 'go.example.com' }

  it('requests the short URL as it is', () =>
    expect(sampleCommands(facts, local)[1]).not.toContain('--connect-to'))

  it('leaves HTTPS to the proxy in front', () =>
    expect(sampleCommands(facts, other, 'https')[1]).not.toContain('--connect-to'))

  it('connects to this machine if the domain is another name', () => {
    const to = (url: string) => sampleCommands({ ...facts, url }, other)[1]

    expect(to('http://localhost:8080')).toContain(' --connect-to ::localhost:8080')
    expect(to('http://192.0.2.1:80')).toContain(' --connect-to ::192.0.2.1:80')
  })
})
