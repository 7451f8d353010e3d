import type { Operations } from '../../schema/operation.schema.ts'
import { LINK_EXAMPLE } from '../links/link.docs.ts'

const ENTRY = {
  id: '019aa6f2-3c40-7a1b-8c3d-5e6f708192a3',
  at: '2026-11-19T16:20:00.000Z',
  actor: { kind: 'key', id: '3', name: 'Newsletter', user_id: null },
  address: '203.0.113.7',
  request_id: '0b2f5c1e-6f0e-4f3e-9d5a-1f2e3d4c5b6a',
  operation: 'updated',
  object: { kind: 'link', id: '1024', name: 'go.shop.example/autumn' },
  before: { title: 'Autumn', password: null },
  after: { title: 'Autumn sale', password: 'set' },
}
const LIST = { items: [ENTRY], next: null }

export const auditDocs: Operations = {
  'GET /audit': {
    id: 'listAuditEntries',
    summary: 'List changes',
    description:
      'Every change of links, notes, webhooks, domains, folders, tags, saved views, API keys, members, invitations, the organization and the bio page, newest first, and of the accounts, passkeys, sign-in identities and sessions of members: a sign-in is a created session, and `refused` is a refused sign-in. The id of a member is that of the account; an accepted invitation is deleted by the person who accepts it. `before` and `after` have the fields that changed; of a password or secret they show only that it is set. A page of large entries has fewer than `limit`. If there are more entries, `next` is the value of `before` for the next page. An actor of the kind `system` is this service itself, for example when it stores the title of a page; `anonymous` is a client that has not signed in. An export of links, clicks, the audit log or the team is an entry of the organization with the operation `exported`: `after` has the exported `data` and the `query` of the request. Entries are kept for 400 days unless the operator sets another time.',
    tag: 'Audit log',
    answer: LIST,
  },
  'GET /audit/export': {
    id: 'exportAuditEntries',
    summary: 'Export changes',
    description: 'One JSON object per line, newest first.',
    tag: 'Audit log',
    types: { 'application/x-ndjson': `${JSON.stringify(ENTRY)}\n` },
  },
  'GET /link/{link_id}/history': {
    id: 'listLinkVersions',
    summary: 'List the changes of a link',
    description: 'Newest first, also of a deleted link.',
    tag: 'Audit log',
    answer: LIST,
  },
  'POST /link/{link_id}/restore': {
    id: 'restoreLink',
    summary: 'Restore a link',
    description:
      'Without `version`, a link that was deleted in the last 30 days is a link again, as it was: slug, password, clicks and the clicks that a limit has used. A link that is not deleted stays as it is. With `version`, the id of an entry of its history, a link that is not deleted gets the fields that it had after that change; the password stays as it is. Both leave out folders and tags that have been deleted since.',
    tag: 'Links',
    request: { version: ENTRY.id },
    answer: LINK_EXAMPLE,
    problems: ['not_found', 'slug_taken', 'domain_deleted', 'quota_exceeded'],
  },
}
