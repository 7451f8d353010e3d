import type { Operations } from '../../schema/operation.schema.ts'
import { CLICK_EXAMPLE } from './analytics.docs.ts'
import { GROUPINGS, VALUE_FIELDS } from './group.schema.ts'

const page = <T>(...items: T[]) => ({ items, total: items.length, offset: 0, limit: 25 })

const COUNTRIES = page({ title: 'Czechia', clicks: 31, visitors: 22, value: 'CZ' })

const pascal = (words: string) =>
  words.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())

const groupings = GROUPINGS.map((field) => [
  `GET /analytics/${field}`,
  {
    id: `group${pascal(field)}`,
    summary: `Clicks by ${field.replace('utm_', 'UTM ').replace(/^os$/, 'operating systems')}`,
    description:
      'Most clicks first. `value` can be passed to the filter of the same kind. A visitor can be in several groups, so the sum of `visitors` can exceed the visitors of the period.',
    tag: 'Analytics',
    answer: COUNTRIES,
    problems: ['invalid_period'],
  },
])

const values = VALUE_FIELDS.map((field) => [
  `GET /analytics/value/${field}`,
  {
    id: `list${pascal(field)}Values`,
    summary: `Values that the filter ${field} takes`,
    description: 'Values that occur in the clicks of the team.',
    tag: 'Analytics',
    answer: page({ title: 'Czechia', value: 'CZ' }),
  },
])

export const groupDocs: Operations = {
  ...(Object.fromEntries([...groupings, ...values]) as Operations),
  'GET /analytics/group': {
    id: 'groupClicks',
    summary: 'Several groupings at once',
    tag: 'Analytics',
    answer: { countries: COUNTRIES },
    problems: ['invalid_period'],
  },
  'GET /analytics/report': {
    id: 'readReport',
    summary: 'Several answers about clicks in one request',
    description:
      'Each `part` is the name of an operation below /analytics with its parameters, percent-encoded: `part=clicks%3Finterval%3Dday`. Other parameters apply to all parts; those of a part take precedence. `parts` has the response of each part, in the same order. The report counts as one request. If a part fails, so does the report, and the problem names the part: `part.0.interval`. Values of filters, exports, and live clicks cannot be parts.',
    tag: 'Analytics',
    answer: {
      parts: [
        [{ time: '2026-11-20T00:00:00+00:00', clicks: 31, visitors: 22 }],
        { countries: COUNTRIES },
      ],
    },
    problems: ['invalid_period'],
  },
  'GET /analytics/summary': {
    id: 'summarizeClicks',
    summary: 'Total links, clicks and visitors, overall and this month',
    description:
      '`total` covers all time by default; other operations default to the last 30 days. `month` is the current calendar month.',
    tag: 'Analytics',
    answer: {
      links: { total: 120, month: 8 },
      clicks: { total: 48211, month: 3907 },
      visitors: { total: 30127, month: 2466 },
    },
    problems: ['invalid_period'],
  },
  'GET /analytics/export': {
    id: 'exportClicks',
    summary: 'Export clicks',
    description: 'Streams all matching clicks, as CSV or as one JSON object per line.',
    tag: 'Analytics',
    types: {
      'text/csv': 'id,link_id,created_at\n019aa0f2-8c1e,1024,2026-11-20T11:59:58.120Z\n',
      'application/x-ndjson': `${JSON.stringify(CLICK_EXAMPLE)}\n`,
    },
    problems: ['invalid_period'],
  },
  'GET /analytics/live': {
    id: 'watchClicks',
    summary: 'Stream clicks live',
    description:
      'Server-sent events: one `click` event per click, within two seconds of the visit. The stream ends after an hour, or when its API key expires or is revoked. Each gateway process serves up to 200 streams: 50 per team, 50 per person across all teams, and the last 50 only to teams and people without a stream. Beyond that, the response is 503.',
    tag: 'Analytics',
    types: {
      'text/event-stream': `id: ${CLICK_EXAMPLE.id}\nevent: click\ndata: ${JSON.stringify(CLICK_EXAMPLE)}\n\n`,
    },
  },
}
