import type { Operations } from '../../schema/operation.schema.ts'
import { LINK_EXAMPLE } from './link.docs.ts'

const DELETED = {
  ...LINK_EXAMPLE,
  deleted_at: '2026-11-20T12:00:00.000Z',
  restorable_until: '2026-12-20T12:00:00.000Z',
}

export const trashDocs: Operations = {
  'GET /link/trash': {
    id: 'listDeletedLinks',
    summary: 'List deleted links',
    description:
      'Links that can be restored, last deleted first. A deleted link stays in this list until `restorable_until`, 30 days after its deletion. Everywhere else it is deleted.',
    tag: 'Links',
    answer: { items: [DELETED], total: 1, offset: 0, limit: 25 },
  },
  'POST /link/restore': {
    id: 'restoreLinks',
    summary: 'Restore deleted links',
    description:
      'Like `POST /link/{link_id}/restore` without a version, for up to 1000 links. `failed` lists those that stay deleted, with the reason: `domain_deleted`, `slug_taken` or `quota_exceeded`. `missing` are ids of links that are unknown, or can no longer be restored.',
    tag: 'Links',
    request: { ids: ['1024', '1025', '1026'] },
    answer: {
      restored: 1,
      missing: ['1025'],
      failed: [
        {
          id: '1026',
          code: 'domain_deleted',
          detail: 'The domain of the link, go.shop.example, was deleted.',
        },
      ],
    },
  },
  'POST /link/trash/delete': {
    id: 'purgeLinks',
    summary: 'Delete links permanently',
    description:
      'Removes deleted links from the trash: they can no longer be restored. Their slugs stay reserved until 30 days after the deletion, and their clicks stay in analytics; `POST /link/delete?with_clicks=true` erases them.',
    tag: 'Links',
    request: { ids: ['1024', '1025'] },
    answer: { deleted: 1, missing: ['1025'] },
  },
}
