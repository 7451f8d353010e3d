import { forLists } from '@fingerpost/protos/redirect-rules'
import { expect, it } from 'vitest'
import { EMPTY } from '../model/field.rules.ts'
import { describeLinkData, linkData, payloadOf, retryDelayMs, TRIES } from './event.rules.ts'

const day = new Date('2026-11-20T12:00:00Z')
const row: Parameters<typeof linkData>[0] = {
  ...EMPTY,
  id: 5,
  org_id: 7,
  user_id: 70,
  domain_id: 1,
  domain: 'go.example',
  slug: 'sale',
  slug_key: 'sale',
  url: 'https://e.com/',
  title: 'Sale',
  folder_id: 5,
  tag_ids: [6, 9],
  utm_source: 'mail',
  password_hash: '$argon2id$secret',
  expires_at: day,
  expires_after: 3,
  ...forLists(() => []),
  version: 8,
  created_at: day,
  updated_at: day,
  deleted_at: null,
  purged_at: null,
  idempotency_key: Buffer.from('x'),
  reported_expires_at: null,
  reported_expires_after: null,
  limit_started: 0,
  system_updated_at: null,
  limit_version: 0,
  clicks: null,
  clicked_at: null,
}

it('shows a link as the REST API does, without secrets', () => {
  const labels = {
    folders: new Map([[5, { id: 5, name: 'Five', color: '#555555' }]]),
    tags: new Map([[6, { id: 6, name: 'Six' }]]),
  }
  const data = describeLinkData(linkData(row, 'https://go.example/sale'), labels)

  expect(data).toMatchObject({
    id: '5',
    org_id: '7',
    organization_id: '7',
    short_url: 'https://go.example/sale',
    folder_id: 5,
    folder: { id: 5, name: 'Five', color: '#555555' },
    tags: [{ id: 6, name: 'Six', color: null }],
    utm_source: 'mail',
    utm_medium: null,
    redirect_code: 302,
    expires_at: '2026-11-20T12:00:00.000Z',
    has_password: true,
    clicks: 0,
    clicked_at: null,
  })
  expect(JSON.stringify(data)).not.toMatch(/argon2|version|told|idempotency|slug_key/)
})

it('leaves out a deleted folder', () => {
  const none = { folders: new Map(), tags: new Map() }
  const data = describeLinkData(linkData(row, ''), none)
  expect(data).toMatchObject({ folder_id: null, folder: null, tags: [] })
})

it('is tried eight times in 24 hours, with increasing delays', () => {
  const delays = Array.from({ length: TRIES }, (_, i) => retryDelayMs(i + 1))
  const waits = delays.filter((it) => it !== undefined)

  expect(delays.at(-1)).toBeUndefined()
  expect(waits).toHaveLength(7)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  const hours = waits.reduce((sum, it) => sum + it, 0) / 3_600_000
  expect(hours).toBeGreaterThan(23.5)
  expect(hours).toBeLessThanOrEqual(24)
})

it('is an envelope of type, time and data', () => {
  expect(JSON.parse(payloadOf('link.created', day, { id: '5' }))).toEqual({
    type: 'link.created',
    timestamp: '2026-11-20T12:00:00.000Z',
    data: { id: '5' },
  })
})
