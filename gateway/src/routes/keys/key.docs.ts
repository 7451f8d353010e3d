import type { Operations } from '../../schema/operation.schema.ts'

const KEY = {
  id: 3,
  org_id: '7',
  user_id: '70',
  name: 'Newsletter',
  last_four: 'x7Qa',
  scopes: ['link:read', 'link:write'],
  expires_at: null,
  created_at: '2026-11-01T08:00:00.000Z',
  last_used_at: '2026-11-20T12:00:00.000Z',
  previous_key_until: null,
  made_by: null,
}

/** A key in the response that creates it. */
export const CREATED_KEY = { ...KEY, last_used_at: null, key: 'fp_…x7Qa' }

export const keyDocs: Operations = {
  'GET /key': {
    id: 'listKeys',
    summary: 'List API keys',
    tag: 'API keys',
    answer: { items: [KEY], total: 1, offset: 0, limit: 25 },
  },
  'POST /key': {
    id: 'createKey',
    summary: 'Create an API key',
    description:
      'The key itself is returned only in this response. Scopes and expiry default to those of the key that makes the request and cannot exceed them. A team can have 100 keys unless the operator sets another quota.',
    problems: ['quota_exceeded'],
    tag: 'API keys',
    request: { name: 'Newsletter', scopes: ['link:read', 'link:write'] },
    answer: CREATED_KEY,
  },
  'POST /key/{id}/rotate': {
    id: 'rotateKey',
    summary: 'Replace the secret of an API key',
    description:
      'Returns the new secret, only in this response. The previous one stays valid for `overlap_hours` (24 by default, at most 168), until `previous_key_until`; with 0, all previous ones stop working within a second. A key that a person created acts as this person, and only this person can rotate it.',
    problems: ['owner_required', 'key_of_another_person'],
    tag: 'API keys',
    request: { overlap_hours: 24 },
    answer: { ...KEY, previous_key_until: '2026-11-21T12:00:00.000Z', key: 'fp_…x7Qa' },
  },
  'GET /key/{id}': { id: 'getKey', summary: 'Read an API key', tag: 'API keys', answer: KEY },
  'PUT /key/{id}': {
    id: 'updateKey',
    summary: 'Change an API key',
    description:
      'A key cannot be extended beyond the expiry of the key that makes the request. Keys that were created with the changed key lose what it loses. A key with scopes that this key lacks cannot be changed or revoked. Only an owner can change, rotate or revoke a key that acts as an owner: one that an owner created, or a key of the team.',
    tag: 'API keys',
    request: { name: 'Newsletter', expires_at: '2027-01-01T00:00:00Z' },
    answer: { ...KEY, expires_at: '2027-01-01T00:00:00.000Z' },
    problems: ['owner_required'],
  },
  'DELETE /key/{id}': {
    id: 'revokeKey',
    summary: 'Revoke an API key',
    description:
      'It stops working within a second, and so do the keys that were created with it (`also_revoked`), because a leaked key may have created them. Webhooks that any of these keys created are disabled within seconds. To replace a key without these effects, rotate it.',
    tag: 'API keys',
    answer: { id: 3, deleted: true, also_revoked: [] },
    problems: ['owner_required'],
  },
}
