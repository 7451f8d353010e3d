import type { Operations } from '../../docs/operation.schema.ts'

export const ORGANIZATION_EXAMPLE = { id: '7', name: 'Shop', slug: 'shop', logo: null }

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
      'The slug is the address of the bio page: /@shop. Only owners and admins, and API keys of the team, can change the organization.',
    tag: 'Organization',
    request: { name: 'Shop', slug: 'shop' },
    answer: ORGANIZATION_EXAMPLE,
    problems: ['slug_taken'],
  },
}
