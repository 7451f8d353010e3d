import type { Operations } from '../../docs/operation.schema.ts'

export const ORGANIZATION_EXAMPLE = { id: '7', name: 'Shop', slug: 'shop', logo: null }

export const organizationDocs: Operations = {
  'GET /organization': {
    id: 'getOrganization',
    summary: 'Read the organization',
    tag: 'Organization',
    answer: ORGANIZATION_EXAMPLE,
  },
  'PUT /organization': {
    id: 'updateOrganization',
    summary: 'Change the organization',
    description: 'The slug is the address of the bio page: /@shop.',
    tag: 'Organization',
    request: { name: 'Shop', slug: 'shop' },
    answer: ORGANIZATION_EXAMPLE,
    problems: ['slug_taken'],
  },
}
