import { expect } from 'vitest'
import type { Answer } from './contract.ts'
import { EDITABLE_BIO_LINK, expectShape, PROBLEM } from './shapes.ts'
import { admin, customer } from './stack.ts'

export interface BioLink {
  id: number
  type: string
  url: string
  title: string | null
  order: number
  enabled: boolean
  clicks: number
  updated_at: string
}

export interface Bio {
  id: number
  organization: { id: string; name: string; slug: string; logo: string | null }
  bio: Record<string, string | null> | null
  links: { id: number; username: string | null; url: string; type: string }[]
}

export interface Problem {
  code: string
  detail: string
  errors: { field: string }[]
}

/** A new empty team, and an API client with its key. */
export async function newTeam(name = 'Bio team') {
  const made = await admin<{ org_id: string; api_key: string }>('org', 'create', name)
  return { ...made, api: customer(made.api_key) }
}
export type Team = Awaited<ReturnType<typeof newTeam>>

/** Creates a link and checks the response against the contract. */
export async function createBioLink({ api }: Team, fields: object): Promise<BioLink> {
  const answer = await api<BioLink>('POST', '/bio/link', fields)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  expect(answer.headers.get('location')).toBe(`/api/bio/link/${answer.body.id}`)
  expectShape(answer.body, EDITABLE_BIO_LINK)
  return answer.body
}

/** Expects a problem with this status and exactly these fields. */
export function expectRefusal(answer: Answer<Problem>, status: number, fields: string[]): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expectShape(answer.body, PROBLEM)
  expect(answer.body.errors.map(({ field }) => field).sort()).toEqual(fields)
}
