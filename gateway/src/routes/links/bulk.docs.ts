import type { Operations } from '../../schema/operation.schema.ts'
import { LINK_EXAMPLE } from './link.docs.ts'

const IMPORTED = {
  created: 1,
  failed: 1,
  items: [
    { index: 0, link: LINK_EXAMPLE, error: null },
    {
      index: 1,
      link: null,
      error: { code: 'slug_taken', detail: '"autumn" is taken on go.shop.example.', field: 'slug' },
    },
  ],
  next: null,
}

/** Bulk operations on links. */
export const bulkDocs: Operations = {
  'PUT /link': {
    id: 'updateLinks',
    summary: 'Change many links',
    description:
      'Makes the same change to each link, as `PUT /link/{link_id}` does: absent fields stay unchanged, null clears a field. Links are changed independently; `failed` has the links that could not be changed, for example because their slug is taken on the new domain. Slug, password, title and main destination cannot be changed for several links at once.',
    tag: 'Links',
    request: { ids: ['1024', '1025', '1026'], utm_campaign: 'autumn', expires_at: null },
    answer: {
      updated: 1,
      missing: ['1025'],
      failed: [{ id: '1026', code: 'slug_taken', detail: '"autumn" is taken on go.shop.example.' }],
    },
    problems: ['not_found'],
  },
  'PUT /link/folder': {
    id: 'moveLinks',
    summary: 'Move links into a folder',
    description: 'Without folder_id, they are removed from their folders.',
    tag: 'Links',
    request: { ids: ['1024', '1025'], folder_id: 5 },
    answer: { updated: 1, missing: ['1025'] },
    problems: ['not_found'],
  },
  'PUT /link/tag': {
    id: 'tagLinks',
    summary: 'Add, replace or remove tags of links',
    tag: 'Links',
    request: { ids: ['1024', '1025'], tags: [6], mode: 'add' },
    answer: { updated: 1, missing: ['1025'] },
    problems: ['not_found'],
  },
  'POST /link/delete': {
    id: 'deleteLinks',
    summary: 'Delete links',
    description: 'Like `DELETE /link/{link_id}`.',
    tag: 'Links',
    request: { ids: ['1024', '1025'] },
    answer: { deleted: 1, missing: ['1025'] },
  },
  'POST /link/import': {
    id: 'importLinks',
    summary: 'Import links',
    description:
      'The response to up to 1000 rows has the result of each row, unless the import takes longer than eight seconds. Larger and slower imports continue in the background: the response is 202 with a `job_id`. If the links are too large for one response, `next` is the `offset` with which `GET /link/import/{job_id}` continues. The `Location` header has the path of the import. A retry with the same `Idempotency-Key` continues the same import and creates no link twice; if the first response was too large to be stored, the 409 has the same `Location`. `text/csv` may be separated by commas, semicolons or tabs. Its first line has the column `url` and, optionally, other columns of an export; values that all rows share are query parameters. `application/x-ndjson` is an NDJSON export. Both formats set every field of an export that can be set. A row without `slug` keeps the address of its `short_url`, whose host must be a domain of the team. Folders and tags are found by name, without regard to case; a row that names one that does not exist fails. With `create_labels=true`, which also requires the scope `catalog:write`, they are created instead: those of rows that have no other error, within the quotas of the team. The folder of a row takes precedence over `folder_id`, and the tags of a row are added to those of the request. Rows with `has_password` true fail, because an export does not contain the password. With `ignore_domain=true`, all links are created on `domain_id`, whatever domain the rows or their short URLs name. With `dry_run=true`, the rows are checked, except against quotas, and no link is created. The response is 200 for any number of rows: `created` is the number of rows without errors, and `items` has the first 1000 rows with errors. With `create_labels=true`, `new_folders` and `new_tags` have the first 1000 names each that the import would create.',
    tag: 'Links',
    request: {
      domain_id: 1,
      tags: [6],
      csv: [
        { url: 'https://shop.example/autumn?color=red', slug: 'autumn' },
        { url: 'https://shop.example/winter', slug: 'autumn' },
      ],
    },
    requests: {
      'text/csv': 'url,slug\nhttps://shop.example/autumn?color=red,autumn\n',
      'application/x-ndjson': `${JSON.stringify(LINK_EXAMPLE)}\n`,
    },
    answers: {
      200: { job_id: '9', total: 2, ...IMPORTED },
      202: { job_id: '9', status: 'queued' },
    },
    problems: ['not_found', 'quota_exceeded'],
  },
  'GET /link/import/{job_id}': {
    id: 'getImport',
    summary: 'Read the progress of an import',
    description:
      'Includes up to 1000 of its rows, failed ones first, and fewer if their links are large. If there are more, `next` is the value of `offset` for them. Imports are kept for 30 days.',
    tag: 'Links',
    answer: { job_id: '9', status: 'done', total: 2, done: 2, ...IMPORTED },
  },
  'POST /link/import/{job_id}/undo': {
    id: 'undoImport',
    summary: 'Undo an import',
    description:
      'Deletes the links of a finished import, about 1000 per request, like `DELETE /link/{link_id}`; repeat the request while `more` is true. Links that were changed since the import are kept unless `include_changed` is true: `kept` is their number in the last response, and `items` has the first 100 of them. Folders and tags that the import created and that no link has afterwards are deleted, too, if the caller has the scope `catalog:write`. An import can be undone for 30 days.',
    tag: 'Links',
    request: { include_changed: false },
    answer: { deleted: 41, more: false, kept: 1, items: [LINK_EXAMPLE] },
    problems: ['import_unfinished'],
  },
  'GET /link/export': {
    id: 'exportLinks',
    summary: 'Export links',
    description:
      'Streams all matching links, as CSV or as one JSON object per line. With `bom=true`, the CSV begins with a byte order mark, which Excel needs to read UTF-8. With `link_id`, which can be repeated, the filters are ignored and only these links are exported.',
    tag: 'Links',
    types: {
      'text/csv':
        'id,short_url,url\n1024,https://go.shop.example/autumn,https://shop.example/autumn\n',
      'application/x-ndjson': `${JSON.stringify(LINK_EXAMPLE)}\n`,
    },
  },
  'GET /link/{link_id}/resolve': {
    id: 'resolveLink',
    summary: 'Explain where a visitor would be redirected',
    description: 'Uses the rules that serve visitors, and does not count a click.',
    tag: 'Links',
    answer: { status: 302, location: 'https://shop.example/cz', rule: 'geo', variant: 'geo:CZ' },
    problems: ['invalid_ip'],
  },
  'GET /link/{link_id}/qr': {
    id: 'getQrCode',
    summary: 'QR code of a link',
    tag: 'Links',
    types: { 'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png': '' },
  },
}
