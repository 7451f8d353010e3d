import { request } from 'undici'
import { expect } from 'vitest'
import { admin, CHROME } from './stack.ts'
import { type Customer, newTeam, unique } from './teams.ts'

export interface Domain {
  id: number
  name: string
  verified: boolean
  slug_length: number
  pointing: { records: object[]; found: string[]; ok: boolean | null }
  records: { type: string; name: string; value: string; found: string[]; ok: boolean }[]
}

interface DomainLink {
  id: string
  slug: string
  short_url: string
}

const urlOrNull = (value: unknown) => value === null || URL.canParse(String(value))
const timeOrNull = (value: unknown) => value === null || !Number.isNaN(Date.parse(String(value)))
export const DOMAIN = {
  id: expect.any(Number),
  org_id: expect.stringMatching(/^\d+$/),
  name: expect.any(String),
  slug_length: expect.any(Number),
  allow_preview: expect.any(Boolean),
  verified: expect.any(Boolean),
  root_url: urlOrNull,
  not_found_url: urlOrNull,
  expired_url: urlOrNull,
  case_sensitive: expect.any(Boolean),
  forward_query: expect.stringMatching(/^(merge|override|off)$/),
  is_default: expect.any(Boolean),
  proof_state: expect.stringMatching(/^(pending|lapsed|proven|failing)$/),
  proof_checked_at: timeOrNull,
  proof_due_at: timeOrNull,
}
export const PROOF = {
  type: expect.stringMatching(/^(TXT|CNAME)$/),
  name: expect.any(String),
  value: expect.any(String),
  found: expect.any(Array),
  ok: expect.any(Boolean),
}

export const freeDomainName = () => `${unique('go')}.example.com`

/** A new team, with functions that create domains and links. */
export async function teamWithDomains(name: string) {
  const { api, orgId } = await newTeam(name)
  const create = async (path: string, fields: object) => {
    const answer = await api('POST', path, fields)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    expect(answer.headers.get('location')).toBe(`/api${path}/${answer.body.id}`)
    return answer.body
  }
  return {
    api: api as Customer,
    orgId,
    create: async (fields: object = {}): Promise<Domain> =>
      (await create('/domain', { name: freeDomainName(), ...fields })) as unknown as Domain,
    /** Verified by an admin command, because tests have no DNS. */
    createVerified: () =>
      admin<Domain>('domain', 'add', '--org', orgId, freeDomainName(), '--verified'),
    link: async (domain_id: number, fields: object = {}): Promise<DomainLink> => {
      const body = { url: 'https://example.com/', domain_id, title: 'x', ...fields }
      return (await create('/link', body)) as unknown as DomainLink
    },
  }
}

/** Visits a short link of a domain that does not resolve here. */
export async function visitAs(address: string, host: string, headers: Record<string, string>) {
  const answer = await request(address, { headers: { 'user-agent': CHROME, ...headers, host } })
  await answer.body.dump()
  expect(answer.statusCode).toBe(302)
}
