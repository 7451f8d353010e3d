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
  left_out: [{ column: 'Campaign', values: 2 }],
  tables: [],
  next: null,
}

/** Files with one link. */
const FILES = {
  'text/csv': 'url,slug\nhttps://shop.example/autumn?color=red,autumn\n',
  'text/html': '<DL><DT><A HREF="https://shop.example/autumn" SHORTCUTURL="autumn">Autumn</A></DL>',
  'application/sql':
    "INSERT INTO yourls_url (keyword, url) VALUES ('autumn', 'https://shop.example/autumn');",
  'application/x-ndjson': `${JSON.stringify(LINK_EXAMPLE)}\n`,
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
      'The response to up to 1000 rows has the result of each row, unless the import takes longer than eight seconds. Larger and slower imports continue in the background: the response is 202 with a `job_id`. If the links are too large for one response, `next` is the `offset` with which `GET /link/import/{job_id}` continues. The `Location` header has the path of the import. A retry with the same `Idempotency-Key` continues the same import and creates no link twice; if the first response was too large to be stored, the 409 has the same `Location`. Files of other services are sent as they are: `text/csv` (separated by commas, semicolons, tabs or `|`, in the charset of its `Content-Type`, UTF-8 or Windows-1252), `application/json` with a list of links of their API, `application/sql` (a dump of YOURLS), `text/html` (bookmarks) and `application/x-ndjson`. Values that all rows share are query parameters. Columns are recognized by the names that Bitly, Dub, Firebase, Kutt, Rebrandly, Shlink, Short.io, Sink, tiny.cc, YOURLS and an export of this API give them; `columns` overrides that. If it is unclear which column has the destinations, the request is refused with the names of the columns. `left_out` has the columns that are not imported with their number of values, and `tables` other tables of a dump. `created_at` is kept. Dates without an offset are in `timezone`; `date_order` is needed for dates whose order no value of the column tells. Links that were protected or blocked fail, and so do rows of a domain itself. A slug that differs from another in case only fails with `case_clash`, unless the domain is case-sensitive. A row without a slug keeps the address of its short URL, whose host must be a domain of the team. Folders and tags are found by name, without regard to case; a row that names one that does not exist fails. With `create_labels=true`, which also requires the scope `catalog:write`, they are created instead: those of rows that have no other error, within the quotas of the team. The folder of a row takes precedence over `folder_id`, and the tags of a row are added to those of the request. Rows with `has_password` true fail, because an export does not contain the password. With `ignore_domain=true`, all links are created on `domain_id`, whatever domain the rows or their short URLs name. With `dry_run=true`, the rows are checked, except against quotas, and no link is created. The response is 200 for any number of rows: `created` is the number of rows without errors, and `items` has the first 1000 rows with errors. With `create_labels=true`, `new_folders` and `new_tags` have the first 1000 names each that the import would create.',
    tag: 'Links',
    request: {
      domain_id: 1,
      tags: [6],
      csv: [
        { url: 'https://shop.example/autumn?color=red', slug: 'autumn' },
        { url: 'https://shop.example/winter', slug: 'autumn' },
      ],
    },
    requests: FILES,
    answers: {
      200: { job_id: '9', total: 2, ...IMPORTED },
      202: { job_id: '9', status: 'queued', left_out: [], tables: [] },
    },
    problems: ['not_found', 'quota_exceeded'],
  },
  'POST /link/import/look': {
    id: 'lookAtImport',
    summary: 'Look into a file before its import',
    description:
      'Reads a file as `POST /link/import` does: its columns with the fields that they are recognized as, its rows that are not empty with their cells in the order of the columns, and other tables of a dump. If it is unclear which column has the destinations, no column has the field `url`. Nothing is created.',
    tag: 'Links',
    request: { links: [{ long_url: 'https://shop.example/autumn', campaign: 'autumn' }] },
    requests: FILES,
    answer: {
      columns: [
        { name: 'long_url', field: 'url', values: 1 },
        { name: 'campaign', field: null, values: 1 },
      ],
      rows: [['https://shop.example/autumn', 'autumn']],
      tables: [],
    },
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
    description:
      'Uses the rules that serve visitors, and does not count a click. `rules` says of each rule of the link whether it matches, and which of its conditions hold; `actual` is what the visitor has.',
    tag: 'Links',
    answer: {
      status: 302,
      location: 'https://shop.example/cz',
      rule: 'geo',
      variant: 'geo:13',
      rules: [
        {
          id: 14,
          name: 'Phones in Germany',
          matches: false,
          when: [
            { type: 'device', holds: true, actual: 'Mobile' },
            { type: 'country', holds: false, actual: 'CZ' },
          ],
        },
      ],
    },
    problems: ['invalid_ip'],
  },
  'GET /link/{link_id}/qr': {
    id: 'getQrCode',
    summary: 'QR code of a link',
    tag: 'Links',
    types: { 'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png': '' },
  },
}
