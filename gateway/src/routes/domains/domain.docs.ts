import type { Operations } from '../../schema/operation.schema.ts'

const DOMAIN = {
  id: 1,
  org_id: '7',
  name: 'go.shop.example',
  slug_length: 6,
  allow_preview: true,
  verified: true,
  root_url: 'https://shop.example/',
  not_found_url: null,
  expired_url: null,
  case_sensitive: false,
  forward_query: 'merge',
  is_default: true,
  proof_state: 'proven',
  proof_checked_at: '2026-11-20T12:00:00.000Z',
  proof_due_at: null,
}
const PENDING = {
  verified: false,
  proof_state: 'pending',
  proof_checked_at: null,
  proof_due_at: '2026-11-27T12:00:00.000Z',
}
const records = (ok: boolean) => [
  {
    type: 'TXT',
    name: '_verify.go.shop.example',
    value: 'fingerpost=2f7f6f0c',
    found: ok ? ['fingerpost=2f7f6f0c'] : [],
    ok,
  },
  { type: 'CNAME', name: 'go.shop.example', value: '2f7f6f0c.links.example', found: [], ok: false },
]

const pointing = (ok: boolean) => ({
  records: [{ type: 'CNAME', name: 'go.shop.example', value: '2f7f6f0c.links.example' }],
  found: ok ? ['2f7f6f0c.links.example', '203.0.113.7'] : [],
  ok: ok || null,
})

export const domainDocs: Operations = {
  'GET /domain': {
    id: 'listDomains',
    summary: 'List and search domains',
    tag: 'Domains',
    answer: { items: [DOMAIN], total: 1, offset: 0, limit: 25 },
  },
  'POST /domain': {
    id: 'createDomain',
    summary: 'Add a domain',
    description:
      'Add one of the records to its DNS, then verify it. Until it is verified, its links can be created but do not work. A CNAME record is offered only if the setting `INSTANCE_HOST` of the instance is set. Other teams can add the same name until one of them verifies it. A domain that is not verified within 7 days is removed unless it has links; a team can have 20 unverified domains. The name of a deleted verified domain stays reserved for its team for 30 days.',
    tag: 'Domains',
    request: { name: 'go.shop.example', root_url: 'https://shop.example/' },
    answer: { ...DOMAIN, ...PENDING, records: records(false), pointing: pointing(false) },
    problems: ['domain_taken', 'quota_exceeded'],
  },
  'GET /domain/{id}': {
    id: 'getDomain',
    summary: 'Read a domain',
    tag: 'Domains',
    answer: DOMAIN,
  },
  'PUT /domain/{id}': {
    id: 'updateDomain',
    summary: 'Change a domain',
    description:
      'The name cannot be changed. `case_sensitive` can be changed only while the domain has no links, including links deleted in the last 30 days.',
    tag: 'Domains',
    request: { slug_length: 8 },
    answer: { ...DOMAIN, slug_length: 8 },
    problems: ['domain_in_use'],
  },
  'DELETE /domain/{id}': {
    id: 'deleteDomain',
    summary: 'Delete a domain',
    description: 'The domain must not have links.',
    tag: 'Domains',
    answer: { id: 1, deleted: true },
    problems: ['domain_in_use'],
  },
  'POST /domain/{id}/verify': {
    id: 'verifyDomain',
    summary: 'Verify a domain',
    description:
      'Returns the records that were found, even if they do not verify the domain yet, and whether visitors of the domain are led to this instance (`pointing`). Keep the record: it is checked daily. A domain without it is `failing` for 7 days, which triggers a webhook event, and then no longer verified.',
    tag: 'Domains',
    answer: { ...DOMAIN, records: records(true), pointing: pointing(true) },
    problems: ['domain_taken'],
  },
}
