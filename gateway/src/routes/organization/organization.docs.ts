import type { Operations } from '../../docs/operation.schema.ts'

export const PUBLIC_ORGANIZATION_EXAMPLE = { id: '7', name: 'Shop', slug: 'shop', logo: null }
const ORGANIZATION_EXAMPLE = { ...PUBLIC_ORGANIZATION_EXAMPLE, time_zone: null }

export const organizationDocs: Operations = {
  'GET /organization': {
    id: 'getOrganization',
    summary: 'Read the organization',
    tag: 'Organization',
    answer: ORGANIZATION_EXAMPLE,
  },
  'POST /organization': {
    id: 'createOrganization',
    summary: 'Create an organization',
    description:
      'You become its owner. Name it in `x-organization-id` to work in it. Only if the operator allows it (`TEAM_CREATION`).',
    tag: 'Organization',
    request: { name: 'Shop' },
    answer: ORGANIZATION_EXAMPLE,
    problems: ['team_creation_disabled', 'quota_exceeded'],
  },
  'PUT /organization': {
    id: 'updateOrganization',
    summary: 'Change the organization',
    description:
      'The slug is the address of the bio page: /@shop. `time_zone` is the IANA name of the time zone in which clients show the analytics of the team; if it is null, they use that of each person. It does not change the default of the parameter `timezone` of analytics, which is UTC. Only owners and admins, and API keys of the team, can change the organization.',
    tag: 'Organization',
    request: { name: 'Shop', slug: 'shop', time_zone: 'Europe/Prague' },
    answer: { ...ORGANIZATION_EXAMPLE, time_zone: 'Europe/Prague' },
    problems: ['slug_taken'],
  },
}
