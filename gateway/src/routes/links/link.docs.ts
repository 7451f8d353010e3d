import {
  forDestinations,
  forLists,
  LIST_FIELDS,
  LIST_RULES,
  LISTS_BYTES,
  type ListField,
  type ListItem,
  replaceCall,
} from '@fingerpost/protos/redirect-rules'
import type { Operation, Operations } from '../../schema/operation.schema.ts'
import type { ProblemCode } from '../../schema/problem.schema.ts'

export const LINK_EXAMPLE = {
  id: '1024',
  organization_id: '7',
  org_id: '7',
  user_id: '70',
  url: 'https://shop.example/autumn?color=red',
  domain_id: 1,
  domain: 'go.shop.example',
  slug: 'autumn',
  short_url: 'https://go.shop.example/autumn',
  title: 'Autumn sale',
  folder_id: 5,
  folder: { id: 5, name: 'Campaigns', color: '#2f7f6f' },
  tags: [{ id: 6, name: 'newsletter', color: null }],
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  utm_reference: null,
  redirect_code: 302,
  expires_at: '2026-12-01T00:00:00.000Z',
  expires_after: 0,
  expire_url: 'https://shop.example/over',
  ...forDestinations(() => null),
  ...forLists(() => []),
  has_password: false,
  clicks: 42,
  clicked_at: '2026-11-20T11:59:58.120Z',
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-19T16:20:00.000Z',
}
const NEW = { ...LINK_EXAMPLE, clicks: 0, clicked_at: null }

interface ListDocs<F extends ListField> {
  /** What the items are called. */
  name: string
  /** A sentence about all items. */
  rule: string
  /** Example of the list; the last item of the example request is new. */
  items: readonly ListItem<F>[]
  problems?: readonly ProblemCode[]
}

const RULES = [
  'A visitor is redirected to the `url` of the first rule whose conditions all hold; rules come before `ios`, `android`, geo and A/B links.',
  'A condition with `is` holds for any of its values, and with `not` set to true, it holds for all other visitors.',
  '`device`, `os`, `browser`, `city` and `region` have the values of analytics, in any case; `region` also takes codes of ISO 3166-2 where the geographic database has them.',
  '`language` is the language that the visitor prefers most; `de` includes `de-CH`. `country` is a code of ISO 3166-1. `referer` is a host and its subdomains. `ip` is an address or a network such as 192.0.2.0/24.',
  'A `city` or `region` that no address has gets an entry in `warnings` of the response.',
  '`query` has the `name` of a parameter and one of `is`, `present` and `absent`. `after` and `before` have a time in `at`: from it on, and until it.',
  '`weekly` has `days`, `from`, `to` and `timezone`: the local time from `from` until before `to`, on the next day if `to` is earlier. `bot` holds for bots.',
].join(' ')

/** What the document says about each list of destinations. */
const LISTS: { readonly [F in ListField]: ListDocs<F> } = {
  rules: {
    name: 'rules',
    rule: RULES,
    items: [
      {
        id: 14,
        url: 'https://shop.example/app',
        name: 'Phones in Germany',
        when: [
          { type: 'device', is: ['Mobile', 'Tablet'] },
          { type: 'country', is: ['DE'] },
        ],
      },
      {
        id: 15,
        url: 'https://shop.example/open',
        name: 'Opening hours',
        when: [
          {
            type: 'weekly',
            days: ['mon', 'tue', 'wed', 'thu', 'fri'],
            from: '09:00',
            to: '17:30',
            timezone: 'Europe/Berlin',
          },
        ],
      },
    ],
  },
  ab: {
    name: 'A/B links',
    rule: 'Visitors outside of all shares are redirected to the `url` of the link.',
    items: [
      { id: 11, url: 'https://shop.example/a', percent: 30 },
      { id: 12, url: 'https://shop.example/b', percent: 20.5 },
    ],
    problems: ['percent_total_exceeded'],
  },
  geo: {
    name: 'geo links',
    rule: 'A country has one destination.',
    items: [{ id: 13, url: 'https://shop.example/cz', country: 'CZ' }],
  },
}

const withoutLastId = (items: readonly object[]) =>
  items.map((item, i) => (i < items.length - 1 ? item : { ...item, id: undefined }))

const LIST_OPERATIONS: Operations = Object.fromEntries(
  LIST_FIELDS.map((field) => {
    const { name, rule, items, problems = [] }: ListDocs<ListField> = LISTS[field]
    const operation: Operation = {
      id: replaceCall(field),
      summary: `Replace the ${name} of a link`,
      description: `An item with an id updates that item, an item without one is created, and missing items are deleted. All lists of a link together may have ${LISTS_BYTES} bytes as JSON without ids. ${rule}`,
      tag: 'Links',
      request: { items: withoutLastId(items) },
      answer: { ...LINK_EXAMPLE, [field]: items },
      problems: [...problems, 'invalid_reference'],
    }
    return [`PUT /link/{link_id}/${LIST_RULES[field].kind}`, operation]
  }),
)

export const linkDocs: Operations = {
  'POST /link': {
    id: 'createLink',
    summary: 'Create a short link',
    description:
      'Generates a slug if there is none. Without a title, the title of the page is fetched, which may finish after this response. Rules are given in `rules`; destinations by A/B test and country are set afterwards, with `PUT /link/{link_id}/ab` and `PUT /link/{link_id}/geo`; `ab` and `geo` of this request are ignored.',
    tag: 'Links',
    request: {
      url: 'https://shop.example/autumn?color=red',
      domain_id: 1,
      slug: 'autumn',
      utm_source: 'newsletter',
    },
    answer: NEW,
    problems: ['not_found', 'slug_taken', 'quota_exceeded'],
  },
  'GET /link': {
    id: 'listLinks',
    summary: 'List and search links',
    description:
      '`search` finds links that contain all of its words, in any order: in the short URL, the destination, the title, the UTM parameters, the names of tags, or a note about the link. With `favicon=true`, each link has `favicon`: the path of the icon of its destination on this instance.',
    tag: 'Links',
    answer: { items: [LINK_EXAMPLE], total: 1, offset: 0, limit: 25 },
  },
  'GET /link/find': {
    id: 'findLink',
    summary: 'Find a link by its address',
    tag: 'Links',
    answer: LINK_EXAMPLE,
    problems: ['not_found'],
  },
  'GET /link/available': {
    id: 'checkSlug',
    summary: 'Check whether a slug is available',
    description: 'If not, reason is taken, reserved_slug, invalid_slug or too_long.',
    tag: 'Links',
    answer: { available: false, reason: 'taken' },
    problems: ['not_found'],
  },
  'GET /link/preview': {
    id: 'previewPage',
    summary: 'Read the title and icon of a page',
    description:
      'The title that a new link to this page would get: null if the page has none or does not answer in time.',
    tag: 'Links',
    answer: { title: 'Autumn sale', favicon: '/favicon/shop.example?t=1&s=0yNqzT0XcXyQ2oZgk9cE1w' },
  },
  'GET /link/{link_id}': {
    id: 'getLink',
    summary: 'Read a link',
    description:
      'With `ip`, the response for a link with geo links also has `geo_url`: the destination for that address, or null if no rule matches its country. With `favicon=true`, it has `favicon`: the path of the icon of the destination on this instance.',
    tag: 'Links',
    answer: LINK_EXAMPLE,
    problems: ['invalid_ip'],
  },
  'PUT /link/{link_id}': {
    id: 'updateLink',
    summary: 'Change a link',
    description: 'Absent fields are kept; null clears a field. The change takes effect at once.',
    tag: 'Links',
    request: { title: 'Autumn sale, last days', expire_url: null },
    answer: { ...LINK_EXAMPLE, title: 'Autumn sale, last days', expire_url: null },
    problems: ['slug_taken'],
  },
  'DELETE /link/{link_id}': {
    id: 'deleteLink',
    summary: 'Delete a link',
    description:
      'Its slug stays reserved for 30 days, in which it can be restored. Its clicks stay in analytics, unless `with_clicks=true`: then the link is deleted permanently, as is one that is already deleted, and `erasure_id` is the job that deletes its clicks; see `POST /erasure`. This requires the scope `click:erase`, too, and the role of an owner or admin. If the request is interrupted, repeat it.',
    tag: 'Links',
    answer: { id: '1024', deleted: true },
  },
  ...LIST_OPERATIONS,
  'PUT /link/{link_id}/mobile': {
    id: 'updateMobileLinks',
    summary: 'Change the destinations for iOS and Android',
    description: 'Absent fields are kept; null or an empty string clears a field.',
    tag: 'Links',
    request: { ios: 'https://apps.apple.com/app/id1', android: null },
    answer: { ...LINK_EXAMPLE, ios: 'https://apps.apple.com/app/id1' },
  },
}
