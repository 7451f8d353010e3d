import type { Operations } from '../../schema/operation.schema.ts'

const tag = 'Erasures'
const ERASURE = {
  id: 12,
  link_ids: ['1024'],
  domain_id: null,
  address: null,
  from: '2026-10-01T00:00:00.000Z',
  to: null,
  state: 'queued',
  found: 0,
  erased: 0,
  left: 0,
  failure: null,
  created_by: '71',
  created_at: '2026-11-23T09:12:00.000Z',
  done_at: null,
}
const DONE = {
  ...ERASURE,
  state: 'done',
  found: 4_182,
  erased: 4_182,
  done_at: '2026-11-23T09:12:04.000Z',
}

export const erasureDocs: Operations = {
  'GET /erasure': {
    id: 'listErasures',
    summary: 'List erasures',
    description: 'Newest first. Only for owners and admins, and API keys of the team.',
    tag,
    answer: { items: [DONE], total: 1, offset: 0, limit: 25 },
  },
  'POST /erasure': {
    id: 'createErasure',
    summary: 'Erase clicks',
    description:
      'Deletes the clicks that meet all given criteria and were made before this request. At least one criterion is required: `link_ids`, also of deleted links; `domain_id`, also of a deleted domain that is in the audit log; `address`, an IP address or a network in CIDR notation; `from`, which is not in the future; `to`, which is exclusive. The response is a job, and `GET /erasure/{id}` shows its progress; `POST /erasure/preview` shows beforehand what would be deleted. It is `done` when no such click is in reports, in the queue or among rejected clicks; such clicks that arrive later are dropped. The totals of links and click limits still count erased clicks. This cannot be undone. A team can have 20 unfinished erasures and request 100 an hour, including those of permanently deleted links; beyond that, the response is 429. If the instance stores addresses as networks (`CLICK_IP=truncated`), `address` must be a network of at most /24 or, for IPv6, /48; if it stores none, `address` is rejected. Only owners and admins, and API keys of the team, can erase clicks.',
    tag,
    request: { link_ids: [1024], from: '2026-10-01T00:00:00Z' },
    answer: ERASURE,
    problems: ['not_found'],
  },
  'POST /erasure/preview': {
    id: 'previewErasure',
    summary: 'Preview an erasure',
    description:
      'Counts the clicks that `POST /erasure` with this body would delete now: those that are stored, without those that wait in the queue or that another erasure is deleting. Nothing is changed.',
    tag,
    request: { link_ids: [1024], from: '2026-10-01T00:00:00Z' },
    answer: { clicks: 4_182, links: 1, complete: true },
    problems: ['not_found'],
  },
  'GET /erasure/{id}': {
    id: 'getErasure',
    summary: 'Read the progress of an erasure',
    description:
      'While `state` is `queued`, the erasure waits for its clicks in the queue or, if the team has many erasures, for earlier ones. Then they are counted, and deleted while it is `erasing`. If that fails, `failure` is set, and the erasure is retried. Only for owners and admins, and API keys of the team.',
    tag,
    answer: DONE,
  },
}
