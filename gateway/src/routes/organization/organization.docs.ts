import type { Operations } from '../../schema/operation.schema.ts'

export const PUBLIC_ORGANIZATION_EXAMPLE = { id: '7', name: 'Shop', slug: 'shop', logo: null }
const ORGANIZATION_EXAMPLE = {
  ...PUBLIC_ORGANIZATION_EXAMPLE,
  time_zone: null,
  click_retention_months: null,
  effective_click_retention_months: null,
  click_ip: 'full',
}

export const organizationDocs: Operations = {
  'GET /organization': {
    id: 'getOrganization',
    summary: 'Read the organization',
    tag: 'Organization',
    answer: ORGANIZATION_EXAMPLE,
  },
  'GET /organization/export': {
    id: 'exportOrganization',
    summary: 'Export the team',
    description:
      'A ZIP file with one NDJSON file per kind of data: links with their password hashes, notes, webhooks without secrets, settings, members, domains, folders, tags, saved views, the bio page, and clicks. The operator of another instance can import it (`org import`). The last file, `manifest.json`, has the number of lines and the SHA-256 of each other file; a ZIP file without it is incomplete. The response ends early, without its last chunk, if a service fails, the key is revoked, or retention or an erasure begins to delete clicks in the meantime: clients report an incomplete response, and the file is no valid ZIP. Request it again. Requires all scopes, which owners and admins have.',
    tag: 'Organization',
    types: { 'application/zip': '' },
    problems: ['erasure_unfinished'],
  },
  'GET /organization/retention': {
    id: 'previewClickRetention',
    summary: 'Preview click retention',
    description:
      'What would be deleted if `click_retention_months` of the organization were set to this value now: clicks before the first day of a month, in UTC, so that at least that number of whole months is kept. Values above the limit of the instance (`CLICK_RETENTION_MONTHS`) are reduced to it, also in the response. Nothing is changed. For members who are limited to their own links, only the clicks of those are counted.',
    tag: 'Organization',
    answer: {
      click_retention_months: 12,
      before: '2025-11-01T00:00:00.000Z',
      clicks: 18_204,
      links: 91,
    },
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
      'The slug is the address of the bio page: /@shop. `time_zone` is the IANA name of the time zone in which clients show the analytics of the team; if it is null, they use that of each person. It does not change the default of the parameter `timezone` of analytics, which is UTC. `click_retention_months` is the number of whole months for which clicks are kept, at most that of the instance (`CLICK_RETENTION_MONTHS`); if it is null, that of the instance applies. Earlier clicks leave all reports within minutes, and are then deleted, which cannot be undone; the totals of links still count them. `GET /organization/retention` shows what would be deleted. Only owners and admins, and API keys of the team, can change the organization.',
    tag: 'Organization',
    request: { name: 'Shop', slug: 'shop', time_zone: 'Europe/Prague' },
    answer: { ...ORGANIZATION_EXAMPLE, time_zone: 'Europe/Prague' },
    problems: ['slug_taken'],
  },
}
