import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import type { MovedKind } from '@fingerpost/protos/moved-kinds'
import { expect, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { openArchive } from '../gateway/src/moves/archive.adapter.ts'
import { fileOf, KINDS } from '../gateway/src/moves/manifest.rules.ts'
import { png } from '../services/bio/src/testing/pictures.ts'
import { visitAs } from './copies.ts'
import { freeDomainName } from './domains.ts'
import { admin, CHROME, customer, localStack, stack } from './stack.ts'
import { type Customer, type Page, unique } from './teams.ts'

type Made = { id: number }
const PASSWORD = 'correct horse'
const LIMIT = 4
export const MOVED_LINKS = { password: 'secret', limited: 'few' }

/** A visit to a link of a team whose domain is verified. */
export const visitLink = (host: string, slug: string, headers: Record<string, string> = {}) =>
  visitAs(stack.url, {
    method: 'GET',
    path: `/${slug}`,
    headers: { host, 'user-agent': CHROME, ...headers },
  })

/** Visits the link with a password. */
export const visitSecret = (host: string) =>
  visitLink(host, MOVED_LINKS.password, { 'x-link-password': PASSWORD })

/** A team with something of every kind. */
export async function createMovedTeam() {
  const name = unique('Moving ')
  const { org_id: orgId, api_key: key } = await admin<{ org_id: string; api_key: string }>(
    ...['org', 'create', name],
  )
  const api = customer(key)
  const host = freeDomainName()
  const domain = await admin<Made>('domain', 'add', '--org', orgId, host, '--verified')
  const create = async (path: string, body: object) => {
    const answer = await api<Made>('POST', path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body
  }
  const folder = await create('/folder', { name: 'Späti', color: '#123456' })
  const [red, blue] = [
    await create('/tag', { name: 'red' }),
    await create('/tag', { name: 'blue' }),
  ]
  const url = 'https://example.com/a?b=c#d'
  const link = (slug: string, fields: object = {}) =>
    create('/link', { url, domain_id: domain.id, slug, title: slug, ...fields })
  const plain = await link('Plain', { folder_id: folder.id, tags: [red.id, blue.id] })
  await link('utm', { utm_source: 'news', utm_campaign: 'x y', ios: 'https://example.com/ios' })
  await link(MOVED_LINKS.password, { password: PASSWORD })
  await link(MOVED_LINKS.limited, { expires_after: LIMIT, expire_url: 'https://example.com/over' })
  await link('ended', { expires_at: '2026-01-02T03:04:05.000Z', redirect_code: 301 })
  const split = await link('split')
  const ab = [{ url: 'https://example.com/b', percent: 100 }]
  expect((await api('PUT', `/link/${split.id}/ab`, { items: ab })).status).toBe(200)
  const geo = [{ url: 'https://example.com/cz', country: 'CZ' }]
  expect((await api('PUT', `/link/${plain.id}/geo`, { items: geo })).status).toBe(200)
  const rules = [{ url: 'https://example.com/bot', name: 'Bots', when: [{ type: 'bot' }] }]
  expect((await api('PUT', `/link/${split.id}/rule`, { items: rules })).status).toBe(200)
  const gone = await link('gone')
  await api('POST', '/note', { at: '2026-11-01T00:00:00Z', text: 'Sale begins', link_id: plain.id })
  await api('POST', '/webhook', { url: 'https://hooks.example/', events: ['link.created'] })
  const query = `domain_id=${domain.id}&folder=${folder.id}&tags=${red.id},${blue.id}`
  await create('/view', { name: 'Red', page: 'links', query })
  await api('PUT', '/bio', { title: 'Ours', subtitle: 'Two\nlines' })
  const picture = { 'x-api-key': key, 'content-type': 'image/png' }
  const body = Uint8Array.from(png(30, 20))
  await fetch(`${stack.url}/api/bio/image`, { method: 'PUT', headers: picture, body })
  await create('/bio/link', { url: '@octocat', type: 'github', title: 'Code' })
  await create('/bio/link', { url: 'https://example.org/', type: 'website' })
  await api('PUT', '/organization', { time_zone: 'Europe/Prague', click_retention_months: 120 })

  for (const slug of ['Plain', 'Plain', 'utm', 'split', 'gone', MOVED_LINKS.limited]) {
    await vi.waitFor(async () => expect((await visitLink(host, slug)).status).toBe(302))
  }
  await visitLink(host, 'Plain', { 'user-agent': 'Googlebot/2.1' })
  await api('DELETE', `/link/${gone.id}`)
  const insert = (values: string) =>
    askClickHouse(localStack()?.stores.clickhouse_url ?? '', `INSERT INTO analytics.${values}`)
  await insert(
    `clicks_raw_v1 (id, created_at, org_id, link_id, domain_id, domain, url, country)
     SELECT generateUUIDv4(), now() - INTERVAL (number + 1) * 2 MONTH, ${orgId}, ${plain.id}, ${domain.id},
       '${host}', 'https://example.com/old', 'DE' FROM numbers(5)`,
  )
  // Four clicks are past their retention; one of them had arrived late.
  await insert(`retired_clicks_v1 VALUES
    (${orgId}, ${plain.id}, false, '2020-01-01', 3, '2020-01-02'), (${orgId}, ${plain.id}, true, '2020-01-01', 9, '2020-01-02')`)
  await insert(
    `late_clicks_v1 VALUES (${orgId}, ${plain.id}, generateUUIDv4(), '2020-01-03', false)`,
  )
  await insert(`cutoffs_v1 VALUES (${orgId}, '2020-02-01', now())`)
  // Of five old clicks, the erased ones still count.
  const DAY_MS = 86_400_000
  const [from, to] = [400, 150].map((days) => new Date(Date.now() - days * DAY_MS))
  expect((await api('POST', '/erasure', { link_ids: [plain.id], from, to })).status).toBe(202)
  let visits = 2
  await vi.waitFor(
    async () => {
      expect((await visitLink(host, 'Plain')).status).toBe(302)
      visits++
      await vi.waitFor(async () => {
        const { total } = (await api<Page<object>>('GET', '/analytics/stream?period=all')).body
        expect(total).toBe(visits + 6)
      })
      const { body } = await api<{ clicks: number }>('GET', `/link/${plain.id}`)
      expect(body.clicks).toBe(visits + 9)
    },
    { timeout: 60_000, interval: 2_000 },
  )
  // Until then, exports are refused.
  await vi.waitFor(
    async () =>
      expect((await api<Page<object>>('GET', '/erasure')).body.items).toMatchObject([
        { state: 'done' },
      ]),
    { timeout: 60_000, interval: 200 },
  )
  return { orgId: Number(orgId), name, host, api, key, plain }
}

/** Deletes a domain whose only link is in the trash. */
export async function trashLinkOfDeletedDomain({ orgId, api }: { orgId: number; api: Customer }) {
  const domain = await admin<Made>(
    'domain',
    'add',
    '--org',
    String(orgId),
    freeDomainName(),
    '--verified',
  )
  const url = 'https://example.com/trash'
  const link = await api<Made>('POST', '/link', { url, domain_id: domain.id })
  for (const path of [`/link/${link.body.id}`, `/domain/${domain.id}`]) {
    expect((await api('DELETE', path)).status).toBe(200)
  }
}

/** Ids of an instance, and what an import changes on purpose. */
const OWN = new Set([
  ...[
    'id',
    'org_id',
    'organization_id',
    'user_id',
    'created_by',
    'domain_id',
    'link_id',
    'folder_id',
  ],
  ...['tag_id', 'verified', 'proof_state', 'proof_checked_at', 'proof_due_at', 'value', 'query'],
  ...['enabled', 'slug', 'updated_at', 'favicon', 'variant', 'visitors', 'records', 'pointing'],
  ...['failures', 'failing_since', 'image'],
])

const PATHS = [
  ...['/link?limit=100&sort=slug', '/link/trash', '/folder?counts=true', '/tag?counts=true'],
  ...['/domain', '/view', '/note', '/webhook', '/bio', '/bio/link', '/organization'],
  ...['/analytics/summary', '/analytics/clicks?period=all', '/analytics/originals?period=all'],
  '/analytics/stream?period=all&include_bots=true&limit=100',
  ...[
    'countries',
    'browsers',
    'links',
    'referers',
    'utm_sources',
    'domains',
    'folders',
    'tags',
  ].map((it) => `/analytics/${it}?period=all`),
]

/** What the API says about a team, without ids. */
export async function lookAt(api: Customer): Promise<Record<string, unknown>> {
  const answers = await Promise.all(
    PATHS.map(async (path) => {
      const { status, body } = await api('GET', path)
      expect(status, path).toBe(200)
      return [path, withoutOwn(body)] as const
    }),
  )
  return Object.fromEntries(answers)
}

const withoutOwn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutOwn).sort(byText)
  if (typeof value !== 'object' || value === null) return value
  const shared = Object.entries(value).filter(([name]) => !OWN.has(name))
  return Object.fromEntries(shared.map(([name, it]) => [name, withoutOwn(it)]))
}

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

/** Downloads the export of a team. */
export async function download(key: string, path: string): Promise<Response> {
  const response = await fetch(`${stack.url}/api/organization/export`, {
    headers: { 'x-api-key': key },
  })
  if (response.ok && response.body) await pipeline(response.body, createWriteStream(path))
  return response
}

/** The lines of a kind in an export. */
export async function linesOf(path: string, kind: MovedKind): Promise<Record<string, unknown>[]> {
  const archive = await openArchive(path)
  const texts: string[] = []
  for await (const { text } of archive.batches(kind, 1_000_000)) texts.push(text.toString())
  archive.close()
  return texts
    .join('')
    .split('\n')
    .filter(Boolean)
    .map((it) => JSON.parse(it))
}

/** Writes a copy of an export in which the lines of some kinds are others, with a manifest that fits. */
export async function rewrite(
  from: string,
  to: string,
  changes: Partial<Record<MovedKind, (lines: Record<string, unknown>[]) => object[]>>,
): Promise<void> {
  const { manifest, close } = await openArchive(from)
  close()
  const zip = new ZipFile()
  const files = { ...manifest.files }
  for (const kind of KINDS) {
    const lines = await linesOf(from, kind)
    const changed = changes[kind]?.(lines) ?? lines
    const text = Buffer.from(changed.map((it) => `${JSON.stringify(it)}\n`).join(''))
    const sha256 = createHash('sha256').update(text).digest('hex')
    files[kind] = { lines: changed.length, bytes: text.length, sha256 }
    zip.addBuffer(text, fileOf(kind))
  }
  const copy = { ...manifest, files }
  zip.addBuffer(Buffer.from(JSON.stringify(copy)), 'manifest.json')
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(to))
}
