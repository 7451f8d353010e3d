import { beforeAll, describe, expect, it } from 'vitest'
import { admin, stack } from '../stack.ts'
import { type Customer, newTeam, unique } from '../teams.ts'

interface Label {
  id: number
  name: string
}
interface Link extends Record<string, unknown> {
  url: string
  folder: Label | null
  tags: Label[]
  ab: { url: string; percent: number }[]
  geo: { url: string; country: string }[]
  rules: { id: number; name: string; url: string; when: object[] }[]
}
interface Imported {
  items: { link: Link | null; error: { code: string; field: string; detail: string } | null }[]
}
interface Team {
  api: Customer
  key: string
  domainId: number
}

const FOLDER = 'Spring, "2027"'
const TAGS = ['=news', 'a, b', 'say "hi"']

/** A team with a domain. */
async function bare(name: string): Promise<Team> {
  const { api, orgId, key } = await newTeam(name)
  const host = `${unique('go')}.example.com`
  const domain = await admin<{ id: number }>('domain', 'add', '--org', orgId, host, '--verified')
  return { api, key, domainId: domain.id }
}

/** A team with a domain, a folder and tags, with names that need quoting in CSV. */
async function team(name: string): Promise<Team & { folder_id: number; tags: number[] }> {
  const made = await bare(name)
  const { api } = made
  const make = async (path: string, label: string) =>
    (await api<Label>('POST', path, { name: label })).body.id
  const folder_id = await make('/folder', FOLDER)
  const tags: number[] = []
  for (const tag of TAGS) tags.push(await make('/tag', tag))
  return { ...made, folder_id, tags }
}

let exporter: Team
let stranger: Team
const exports: Record<string, string> = {}
let exported: unknown[]

beforeAll(async () => {
  const from = await team('Exports links')
  exporter = from
  stranger = await bare('Has no labels')
  const { api, domainId: domain_id, folder_id, tags } = from
  const full = await api<{ id: string }>('POST', '/link', {
    url: 'https://example.com/a?b=c,d;e',
    domain_id,
    slug: 'Full',
    title: '=1+1, "quoted"',
    folder_id,
    tags,
    redirect_code: 301,
    expires_at: '2031-02-03T04:05:06.789Z',
    expires_after: 12,
    expire_url: 'https://example.com/over',
    ios: 'https://apps.apple.com/app/id1',
    android: 'https://play.google.com/store/apps/details?id=x',
    utm_source: '-s',
    utm_medium: '@m',
    utm_campaign: ' c ',
    utm_term: "'t",
    utm_content: 'ü',
    utm_reference: 'r',
    rules: [
      {
        name: 'A "rule"',
        url: 'https://example.com/rule',
        when: [{ type: 'query', name: 'a,b', is: ['x', 'y'], not: true }],
      },
    ],
  })
  const { id } = full.body
  const ab = [1, 2].map((n) => ({ url: `https://example.com/${n}?x="y",z`, percent: 100 / 3 }))
  const geo = ['DE', 'US'].map((country) => ({ url: `https://example.com/${country}`, country }))
  expect((await api('PUT', `/link/${id}/ab`, { items: ab })).status).toBe(200)
  expect((await api('PUT', `/link/${id}/geo`, { items: geo })).status).toBe(200)
  await api('POST', '/link', { url: 'https://example.com/', domain_id, slug: 'plain', title: 'x' })
  const locked = { url: 'https://example.com/', domain_id, slug: 'locked', title: 'x' }
  await api('POST', '/link', { ...locked, password: 'secret' })
  for (const format of ['csv', 'ndjson']) {
    const answer = await send(from, `/link/export?format=${format}`)
    exports[format] = await answer.text()
  }
  exported = exports
    .ndjson!.trim()
    .split('\n')
    .map((line) => comparable(JSON.parse(line)))
})

const send = ({ key }: Team, path: string, body?: string, type = '') =>
  fetch(`${stack.url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body }),
  })

async function importAll(team: Team, type: string, query = '', text = textOf(type)) {
  const path = `/link/import?domain_id=${team.domainId}${query}`
  const answer = await send(team, path, text, type)
  const body = (await answer.json()) as Imported
  expect(answer.status, JSON.stringify(body)).toBe(200)
  return body.items
}
const textOf = (type: string) => exports[type === 'text/csv' ? 'csv' : 'ndjson'] ?? ''

/** A link without ids, URLs and times, which differ in another team. */
function comparable(link: Link) {
  const { id, org_id, organization_id, user_id, domain, domain_id, short_url, ...rest } = link
  const { folder_id, clicks, clicked_at, created_at, updated_at, ...fields } = rest
  return {
    ...fields,
    folder: link.folder?.name,
    tags: link.tags.map(({ name }) => name).sort(),
    ab: link.ab.map(({ url, percent }) => ({ url, percent })),
    geo: link.geo.map(({ url, country }) => ({ url, country })),
    rules: link.rules.map(({ id: _, ...rule }) => rule),
  }
}

describe.each(['text/csv', 'application/x-ndjson'])('an export as %s', (type) => {
  it('is imported by another team with every field except the password', async () => {
    const items = await importAll(await team(`Imports ${type}`), type, '&ignore_domain=true')

    expect(items.map(({ error }) => error?.field)).toEqual([undefined, undefined, 'has_password'])
    const links = items.flatMap(({ link }) => link ?? [])
    expect(links.map(comparable)).toEqual(exported.slice(0, 2))
  })

  it('contains its domain, so that another team cannot import it by mistake', async () => {
    const items = await importAll(stranger, type)

    expect(items[0]).toMatchObject({ link: null, error: { code: 'not_found' } })
  })

  it('fails for rows with unknown folders and tags', async () => {
    const items = await importAll(stranger, type, '&ignore_domain=true')

    expect(items[0]?.error).toMatchObject({ code: 'not_found', field: 'folder' })
  })
})

const onlyGiven = ({ field, code }: { field: string; code: string }) => ({ field, code })

describe('a row of an import', () => {
  it.each([
    ['ab', '[{"url":"https://e.com"}]', 'invalid_format'],
    ['ab', '[{"url":"nonsense","percent":5}]', 'invalid_url'],
    ['geo', 'nonsense', 'invalid_format'],
    ['geo', '[{"url":"https://e.com","country":"XX"}]', 'invalid_country'],
    ['rules', '[{"url":"https://e.com","name":""}]', 'invalid_format'],
    ['rules', '[{"url":"https://e.com","name":"","when":[{"type":"x"}]}]', 'not_allowed'],
    ['tags', 'constructor', 'not_found'],
    ['folder', '__proto__', 'not_found'],
  ])('with %s %s is rejected', async (column, cell, code) => {
    const text = `url,${column}\nhttps://example.com/,"${cell.replaceAll('"', '""')}"\n`
    const items = await importAll(exporter, 'text/csv', '', text)

    expect(items).toMatchObject([{ link: null, error: { code, field: column } }])
  })

  it.each([
    ['{"url":5}', { field: 'url', code: 'invalid_url' }],
    ['{"url":"https://e.com","tags":["x"]}', { field: 'tags', code: 'not_found' }],
    ['{"url":"https://e.com","ab":{}}', null],
  ])('as the line %s has the error %j', async (line, error) => {
    const items = await importAll(exporter, 'application/x-ndjson', '', line)

    expect(items.map((it) => it.error && onlyGiven(it.error))).toEqual([error])
  })

  it.each(['', '[]', '{"url"', '5'])('as the line %j is rejected with its file', async (line) => {
    const path = `/link/import?domain_id=${exporter.domainId}`
    const answer = await send(exporter, path, `${line}\n`, 'application/x-ndjson')

    expect(answer.status).toBe(400)
  })
})
