import { hash, verify } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { createSeal, passwordChecker } from './password.adapter.ts'
import {
  cookieHeader,
  formPassword,
  isOwnForm,
  normalPassword,
  readCookie,
} from './password.rules.ts'

describe('a password', () => {
  it('is the same in every Unicode normalization form', () => {
    expect(normalPassword('Äﬁ')).toBe(normalPassword('A\u0308fi'))
  })

  it.each([undefined, null, '', 'x'.repeat(257)])('is not %j', (text) => {
    expect(normalPassword(text)).toBeUndefined()
  })

  it('is read from a form with all its characters', () => {
    expect(formPassword('a=1&password=p%26+%C3%A4%2B')).toBe('p& ä+')
    expect(formPassword('pass=1')).toBeUndefined()
    expect(formPassword('%')).toBeUndefined()
  })
})

describe('a cookie', () => {
  it('is limited to one link and path, one hour, no scripts and no other sites', () => {
    expect(cookieHeader(7, 'v', '/abc', true)).toBe(
      'fp_7=v; Max-Age=3600; Path=/abc; HttpOnly; SameSite=Lax; Secure',
    )
    expect(cookieHeader(7, 'v', '/abc', false)).not.toContain('Secure')
  })

  it('is found among others', () => {
    expect(readCookie('a=1; fp_7=v.w; fp_77=x', 'fp_7')).toBe('v.w')
    expect(readCookie('fp_77=x', 'fp_7')).toBeUndefined()
    expect(readCookie(undefined, 'fp_7')).toBeUndefined()
  })
})

it('every guess costs the same: one argon2 verification', async () => {
  const link = { org_id: 7, password_hash: await hash('sesame', { memoryCost: 1024, timeCost: 1 }) }
  const asked: string[] = []
  const { isRight } = passwordChecker((hashed, password) => {
    asked.push(String(password))
    return verify(hashed, password)
  })
  const guesses = ['s', 'Sesame', 'sesamf', 'x'.repeat(256), 'sesame', 'sesame and more']

  const opened = []
  for (const guess of guesses) opened.push(await isRight(link, guess))

  expect(opened).toEqual(guesses.map((it) => it === 'sesame'))
  expect(asked).toEqual(guesses)
})

it('each team checks one password at a time, without delaying other teams', async () => {
  const gate = Promise.withResolvers<boolean>()
  const started: string[] = []
  const { isRight } = passwordChecker((_, password) => {
    started.push(String(password))
    return gate.promise
  })
  const of = (orgId: number, password: string) =>
    isRight({ org_id: orgId, password_hash: '$argon2id$' }, password)
  const all = Array.from({ length: 17 }, (_, i) => of(1, `first ${i}`))
  all.push(of(2, 'second'))

  expect(started).toEqual(['first 0', 'second'])
  await expect(of(1, 'one more')).rejects.toMatchObject({ kind: 'unavailable' })
  gate.resolve(true)
  expect(await Promise.all(all)).toEqual(Array(18).fill(true))
})

describe('a seal', () => {
  const link = { link_id: 7, password_hash: '$argon2id$one' }
  const seal = createSeal('secret')
  const made = seal.make(link, 1_000)

  it('is valid for an hour in every process with the same secret', () => {
    expect(seal.holds(link, made, 1_000 + 3_599_999)).toBe(true)
    expect(createSeal('secret').holds(link, made, 1_000)).toBe(true)
    expect(seal.holds(link, made, 1_000 + 3_600_000)).toBe(false)
  })

  it.each([
    ['another link', { ...link, link_id: 8 }, made],
    ['another password', { ...link, password_hash: '$argon2id$two' }, made],
    ['a later end', link, made.replace(/^./, 'z')],
    ['nothing', link, ''],
    ['half of it', link, made.split('.')[0]],
    ['no cookie', link, undefined],
  ])('does not hold for %s', (_, of, value) => {
    expect(seal.holds(of, value, 1_000)).toBe(false)
  })

  it('is invalid with another secret', () => {
    expect(createSeal('other').holds(link, made, 1_000)).toBe(false)
  })
})

describe('a form', () => {
  it.each([
    [{}, true],
    [{ origin: 'https://go.example' }, true],
    [{ origin: 'https://GO.example', 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'https://go.example:444' }, false],
    [{ origin: 'https://go.example.evil' }, false],
    [{ origin: 'null' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: 'https://go.example', 'sec-fetch-site': 'same-site' }, false],
  ])('with %j is our own: %j', (headers, expected) => {
    expect(isOwnForm(headers, 'go.example')).toBe(expected)
  })
})
