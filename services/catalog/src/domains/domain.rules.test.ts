import { describe, expect, it } from 'vitest'
import { checkDomainUpdate, checkNewDomain } from './domain.rules.ts'
import { pointingOf } from './pointing.rules.ts'
import { NOT_ASKED, proofRecords } from './proof.rules.ts'

describe('a new domain', () => {
  it('has defaults for every field but its name', () => {
    expect(checkNewDomain({ name: ' Bücher.Example. ' })).toEqual({
      name: 'xn--bcher-kva.example',
      slug_length: 6,
      allow_preview: true,
      root_url: null,
      not_found_url: null,
      expired_url: null,
      case_sensitive: false,
      forward_query: 'merge',
      is_default: false,
    })
  })

  it('reports all errors', () => {
    const errors = checkNewDomain({
      name: 'http://go.example',
      slug_length: 2,
      root_url: 'javascript:alert(1)',
      not_found_url: 'nowhere',
      expired_url: 'https://user@e.com',
      forward_query: 'always',
    })

    expect(errors).toMatchObject([
      { field: 'name', code: 'invalid_host' },
      { field: 'slug_length', code: 'out_of_range' },
      { field: 'root_url', code: 'invalid_url' },
      { field: 'not_found_url', code: 'invalid_url' },
      { field: 'expired_url', code: 'credentials_not_allowed' },
      { field: 'forward_query', code: 'not_allowed' },
    ])
  })

  it.each([3, 64])('may have slugs of %i characters', (slugLength) =>
    expect(checkNewDomain({ name: 'go.example', slug_length: slugLength })).toMatchObject({
      slug_length: slugLength,
    }),
  )
})

it('may have a single label only if a setting allows it, and is never a public suffix', () => {
  const check = (name: string, local: boolean) => checkNewDomain({ name }, { local })
  const refused = [{ field: 'name', code: 'invalid_host' }]

  expect(check('GO', true)).toMatchObject({ name: 'go' })
  expect(check('go', false)).toMatchObject(refused)
  expect(check('co.uk', true)).toMatchObject(refused)
})

it.each(['links.example', 'a.links.example'])('cannot be %s of the instance', (name) => {
  expect(checkNewDomain({ name }, { instanceHost: 'Links.example' })).toMatchObject([
    { field: 'name', code: 'reserved' },
  ])
})

describe('an update', () => {
  const update = (fields: object) =>
    checkDomainUpdate({ id: 1, clear: [], ...fields }, 'go.example')

  it('changes the given fields, and resets cleared ones to their defaults', () => {
    expect(update({})).toEqual({})
    expect(
      update({
        allow_preview: false,
        root_url: 'https://e.com',
        clear: ['slug_length', 'expired_url', 'forward_query'],
      }),
    ).toEqual({
      allow_preview: false,
      root_url: 'https://e.com',
      slug_length: 6,
      expired_url: null,
      forward_query: 'merge',
    })
    expect(update({ not_found_url: '' })).toEqual({ not_found_url: null })
  })

  it('accepts the name only if it is unchanged', () => {
    expect(update({ name: 'GO.example' })).toEqual({})
    expect(update({ name: 'other.example' })).toMatchObject([{ field: 'name', code: 'fixed' }])
    expect(update({ clear: ['name'] })).toMatchObject([{ field: 'name', code: 'fixed' }])
    expect(update({ clear: ['verified'] })).toMatchObject([{ field: 'verified' }])
  })
})

describe('a proof', () => {
  const domain = { name: 'go.example', verify_token: 'abc' }

  it('is the token in a TXT record, or a CNAME to a target that contains it', () => {
    expect(proofRecords(domain, 'Links.Example', NOT_ASKED)).toEqual([
      { type: 'TXT', name: '_verify.go.example', value: 'fingerpost=abc', found: [], ok: false },
      { type: 'CNAME', name: 'go.example', value: 'abc.links.example', found: [], ok: false },
    ])
  })

  it.each([
    [{ txt: ['other', ' fingerpost=abc '], cname: [] }, [true, false]],
    [{ txt: [], cname: ['ABC.links.example.'] }, [false, true]],
    [{ txt: ['fingerpost=ab', 'fingerpost=abcd', 'abc'], cname: ['example'] }, [false, false]],
    [{ txt: [], cname: ['links.example', 'other.links.example'] }, [false, false]],
  ])('in %j is valid: %j', (answers, oks) => {
    const records = proofRecords(domain, 'links.example', { ...answers, complete: true })

    expect(records.map(({ ok }) => ok)).toEqual(oks)
    expect(records.map(({ found }) => found)).toEqual([answers.txt, answers.cname])
  })

  it.each(['', 'localhost', 'app.localhost', '127.0.0.1', '::1'])(
    'offers no CNAME to %j, and no address of it to point to',
    (host) => {
      expect(proofRecords(domain, host, NOT_ASKED).map(({ type }) => type)).toEqual(['TXT'])
      const answers = { cname: [], addresses: ['127.0.0.1'], apex: true, targets: ['127.0.0.1'] }
      expect(pointingOf(domain, host, answers)).toEqual({ records: [], found: ['127.0.0.1'] })
    },
  )
})

describe('where a domain points to', () => {
  const domain = { name: 'go.shop.example', verify_token: 'abc' }
  const targets = ['203.0.113.7', '2001:db8::7']
  const ask = (answers: object, name = domain.name) =>
    pointingOf({ ...domain, name }, 'links.example', {
      cname: [],
      addresses: [],
      apex: false,
      targets,
      ...answers,
    })

  it.each([
    [{}, false],
    [{ addresses: ['203.0.113.7'] }, true],
    [{ addresses: ['203.0.113.7', '198.51.100.1'] }, false],
    [{ cname: ['ABC.links.example.'], addresses: ['198.51.100.1'] }, true],
    [{ cname: ['abc.links.example'] }, false],
    [{ cname: ['other.example'], addresses: ['198.51.100.1'] }, false],
  ])('with %j in DNS leads here: %s', (answers, ok) => {
    expect(ask(answers).ok).toBe(ok)
  })

  it('is a CNAME, or the addresses of the instance for an apex', () => {
    const types = (answers: object, name?: string) =>
      ask(answers, name).records.map((it) => it.type)

    expect(types({})).toEqual(['CNAME'])
    expect(types({ apex: true })).toEqual(['A', 'AAAA'])
    expect(types({}, 'shop.example')).toEqual(['A', 'AAAA'])
    // DNS follows the CNAME to the apex of the instance and returns its SOA.
    expect(types({ apex: true, cname: ['abc.links.example'] })).toEqual(['CNAME'])
  })
})
