import { beforeAll, describe, expect, it } from 'vitest'
import { customer, stack } from '../stack.ts'

const api = customer()
let id: string
let short_url: string
let ids: { geo: number; ab: number }

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile'

beforeAll(async () => {
  const { body: domains } = await api<{ items: { id: number }[] }>('GET', '/domain')
  const { body: link } = await api<{ id: string; short_url: string }>('POST', '/link', {
    url: 'https://example.com/main',
    domain_id: domains.items[0]?.id,
    title: 'Resolved',
    ios: 'https://example.com/ios',
    utm_source: 'mail',
    expires_at: '2040-01-01T00:00:00Z',
    expire_url: 'https://example.com/late',
  })
  ;({ id, short_url } = link)
  const geo = await api<{ geo: { id: number }[] }>('PUT', `/link/${id}/geo`, {
    items: [{ url: 'https://example.com/cz', country: 'CZ' }],
  })
  const ab = await api<{ ab: { id: number }[] }>('PUT', `/link/${id}/ab`, {
    items: [{ url: 'https://example.com/b', percent: 100 }],
  })
  ids = { geo: geo.body.geo[0]?.id ?? 0, ab: ab.body.ab[0]?.id ?? 0 }
})

const resolve = async (query: Record<string, string> = {}) =>
  (await api('GET', `/link/${id}/resolve?${new URLSearchParams(query)}`)).body

describe('the dry run of a link', () => {
  it.each([
    [
      'an iPhone',
      { user_agent: IPHONE, ip: '83.208.93.244' },
      'ios',
      'https://example.com/ios?utm_source=mail',
    ],
    [
      'a visitor in Prague',
      { ip: '83.208.93.244' },
      'geo',
      'https://example.com/cz?utm_source=mail',
    ],
    [
      'a visitor with an explicit country',
      { country: 'CZ', ip: '81.2.69.142' },
      'geo',
      'https://example.com/cz?utm_source=mail',
    ],
    ['an Android phone', { user_agent: ANDROID }, 'ab', 'https://example.com/b?utm_source=mail'],
    ['a bot', { user_agent: 'Googlebot/2.1' }, 'url', 'https://example.com/main?utm_source=mail'],
    ['a visitor with a query', { query: 'a=1' }, 'ab', 'https://example.com/b?utm_source=mail&a=1'],
    ['a late visitor', { at: '2040-01-01T00:00:00Z' }, 'expired', 'https://example.com/late'],
  ])('names the rule for %s', async (_, query, rule, location) => {
    const variants: Record<string, string | null> = {
      ios: 'ios',
      geo: `geo:${ids.geo}`,
      ab: `ab:${ids.ab}`,
      url: 'main',
      expired: null,
    }
    const variant = variants[rule]
    expect(await resolve(query)).toEqual({ status: 302, location, rule, variant, rules: [] })
  })

  it('counts no click', async () => {
    for (let i = 0; i < 5; i++) await resolve()

    const { body } = await api('GET', `/analytics/stream?link_id=${id}&include_bots=true`)
    expect(body).toMatchObject({ total: 0 })
  })

  it('reveals nothing behind a password', async () => {
    const { body: locked } = await api<{ id: string }>('POST', '/link', {
      url: 'https://example.com/secret',
      domain_id: (await api<{ domain_id: number }>('GET', `/link/${id}`)).body.domain_id,
      title: 'x',
      password: 'x',
    })
    const { body } = await api('GET', `/link/${locked.id}/resolve`)

    expect(body).toEqual({
      status: 401,
      location: null,
      rule: 'password',
      variant: null,
      rules: [],
    })
  })

  it('explains each rule', async () => {
    const { domain_id } = (await api<{ domain_id: number }>('GET', `/link/${id}`)).body
    const when = [
      { type: 'language', is: ['cs'] },
      { type: 'city', is: ['Prague'] },
    ]
    const rules = [
      { name: 'Czechs', url: 'https://example.com/cs', when },
      { url: 'https://example.com/atlantis', when: [{ type: 'city', is: ['Atlantis on Sea'] }] },
    ]
    const { body: ruled } = await api<{ id: string; rules: { id: number }[]; warnings: object[] }>(
      'POST',
      '/link',
      { url: 'https://example.com/', domain_id, title: 'x', rules },
    )
    const [first, second] = ruled.rules.map((it) => it.id)
    expect(ruled.warnings).toMatchObject([{ field: 'rules.1.when.0.is.0', code: 'unknown_place' }])
    const query = new URLSearchParams({ ip: '83.208.93.244', accept_language: 'cs, en;q=0.5' })

    const { body } = await api('GET', `/link/${ruled.id}/resolve?${query}`)

    expect(body).toEqual({
      status: 302,
      location: 'https://example.com/cs',
      rule: 'rule',
      variant: `rule:${first}`,
      rules: [
        {
          id: first,
          name: 'Czechs',
          matches: true,
          when: [
            { type: 'language', holds: true, actual: 'cs' },
            { type: 'city', holds: true, actual: expect.stringContaining('Prague') },
          ],
        },
        {
          id: second,
          name: '',
          matches: false,
          when: [{ type: 'city', holds: false, actual: expect.stringContaining('Prague') }],
        },
      ],
    })
  })

  it('is not available to visitors', async () => {
    const answer = await fetch(short_url, {
      redirect: 'manual',
      headers: { 'x-fingerpost-dry-run': '1', 'user-agent': IPHONE },
    })

    expect(answer.status).toBe(302)
    expect(stack.url).toContain('http')
  })

  it.each([
    [{ ip: 'nonsense' }, 400, 'invalid_ip'],
    [{ at: 'tomorrow' }, 400, 'invalid_request'],
    [{ colour: 'red' }, 400, 'invalid_request'],
  ])('rejects %j', async (query, status, code) => {
    expect(await resolve(query as Record<string, string>)).toMatchObject({ status, code })
  })
})
