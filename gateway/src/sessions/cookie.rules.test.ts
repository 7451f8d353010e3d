import { describe, expect, it } from 'vitest'
import { endedCookie, isOwnOrigin, sessionCookies, sessionOf } from './cookie.rules.ts'

const attributes = 'Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax'

describe('the cookie of a session', () => {
  it.each([
    [{ host: 'links.example' }],
    [{ host: 'links.example:8443', origin: 'http://links.example:8443' }],
    [{ host: 'localhost:8080', origin: 'https://localhost:8080' }],
    [{ host: '192.168.1.5' }],
    [{ host: 'localhost.example' }],
  ])('has the __Host- prefix for %j', (headers) => {
    const [cookie, known] = sessionCookies(headers, 't', 'm')

    expect(cookie).toBe(`__Host-fingerpost=t; ${attributes}; Secure`)
    expect(known).toMatch(/^__Host-fingerpost-known=m; .*HttpOnly; SameSite=Lax; Secure$/)
    expect(endedCookie(headers)).toMatch(/^__Host-fingerpost=; Max-Age=0; .*Secure$/)
  })

  it.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'go.localhost'])(
    'has a plain name on http://%s',
    (host) => {
      const [cookie] = sessionCookies({ host, origin: `http://${host}` }, 't', 'm')
      expect(cookie).toBe(`fingerpost=t; ${attributes}`)
    },
  )

  it('is read by its name for the host', () => {
    const cookie = 'a=b; fingerpost=plain'
    expect(sessionOf({ host: 'localhost', cookie })).toBe('plain')
    expect(sessionOf({ host: 'links.example', cookie })).toBeUndefined()
    const both = `${cookie}; __Host-fingerpost=secure`
    expect(sessionOf({ host: 'links.example', cookie: both })).toBe('secure')
    expect(sessionOf({ host: 'localhost', cookie: 'fingerpost=' })).toBeUndefined()
    expect(sessionOf({ host: 'localhost' })).toBeUndefined()
  })
})

it.each([
  ['https://links.example', 'links.example', true],
  ['https://links.example:8443', 'links.example:8443', true],
  ['https://links.example', 'Links.Example', true],
  ['http://localhost:8080', 'localhost:8080', true],
  ['http://links.example', 'links.example', false],
  ['https://evil.example', 'links.example', false],
  ['https://links.example.evil', 'links.example', false],
  ['https://sub.links.example', 'links.example', false],
  ['https://links.example:8443', 'links.example', false],
  ['http://localhost:8081', 'localhost:8080', false],
  ['null', 'links.example', false],
  [undefined, 'links.example', false],
])('a page of %s belongs to %s: %j', (origin, host, own) => {
  expect(isOwnOrigin({ host, ...(origin !== undefined && { origin }) })).toBe(own)
})
