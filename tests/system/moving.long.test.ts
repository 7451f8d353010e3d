import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import type { MovedKind } from '@fingerpost/protos/moved-kinds'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { exportToFile } from '../../gateway/src/moves/export-file.worker.ts'
import { importTeam } from '../../gateway/src/moves/import.worker.ts'
import { KINDS } from '../../gateway/src/moves/manifest.rules.ts'
import { canCall, internalClients, serviceEnv } from '../internal-clients.ts'
import {
  createMovedTeam,
  download,
  linesOf,
  lookAt,
  MOVED_LINKS,
  rewrite,
  trashLinkOfDeletedDomain,
  visitLink,
  visitSecret,
} from '../moving.ts'
import { admin, customer } from '../stack.ts'
import { narrowed, newTeam, unique } from '../teams.ts'

const folder = mkdtempSync(join(tmpdir(), 'moving-'))
const lifecycle = new Lifecycle(createLog('test', 'silent'))
afterAll(async () => {
  await lifecycle.close()
  rmSync(folder, { recursive: true })
})
type Line = Record<string, unknown>
const at = (name: string) => join(folder, name)
const teams = () => admin<{ org_id: string }[]>('org', 'list')
const keyOf = async (orgId: string) =>
  (await admin<{ api_key: string }>('key', 'create', '--org', orgId)).api_key

describe.runIf(canCall())('a team that moves', () => {
  const clients = () => internalClients(lifecycle)
  let parts: ReturnType<typeof clients>
  let team: Awaited<ReturnType<typeof createMovedTeam>>
  let before: Record<string, unknown>

  beforeAll(async () => {
    parts = clients()
    team = await createMovedTeam()
    before = await lookAt(team.api)
    await trashLinkOfDeletedDomain(team)
    expect((await download(team.key, at('team.zip'))).headers.get('content-disposition')).toBe(
      `attachment; filename="team-${team.orgId}.zip"`,
    )
  }, 120_000)

  it('is exported with every field that the page about moving names, and without secrets', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/moving.md'), 'utf8')
    const secret = (await linesOf(at('team.zip'), 'webhooks')).concat(
      await linesOf(at('team.zip'), 'members'),
    )
    expect(JSON.stringify(secret)).not.toMatch(/whsec_|argon2/)
    for (const kind of KINDS) {
      for (const line of await linesOf(at('team.zip'), kind)) {
        for (const field of Object.keys(line)) expect(page, kind).toContain(`\`${field}\``)
        expect(Object.keys(line)).not.toContain('visitor')
      }
    }
  })

  it('is exported only for callers with all scopes', async () => {
    const scopes = ['link:read', 'analytics:read', 'catalog:read', 'bio:read', 'key:manage']
    const api = await narrowed(team.api, scopes)
    expect((await api('GET', '/organization/export')).body).toMatchObject({
      code: 'insufficient_scope',
    })
  })

  it('is not imported beside itself, into a team with data, or with a hostile line', async () => {
    const count = (await teams()).length
    const refused = (path: string, orgId?: number) =>
      expect(importTeam(path, { orgId }, parts)).rejects
    await refused(at('team.zip')).toThrow(`name ${team.host} is taken by another team`)
    await refused(at('team.zip'), team.orgId).toThrow('is not empty')
    const elsewhere = {
      domains: (all: Line[]) => all.map((it) => ({ ...it, name: 'm.example' })),
    }
    for (const [field, value, text] of [
      ['url', 'javascript:alert(1)', 'links, line 1: url'],
      ['slug', '../x', 'links, line 1: slug'],
      ['id', '1', 'links, line 1: id must be an id'],
      ['id', 2 ** 50, 'too far apart'],
      [
        'password_hash',
        '$argon2id$v=19$m=4000000,t=9,p=1$AAAA$AAAA',
        'links, line 1: password_hash',
      ],
      ['taken', -1, 'links, line 1: taken'],
      ['created_at', 'yesterday', 'links, line 1: created_at'],
      ['org_id', 1, 'links, line 1: "org_id" is not a field'],
      ['title', 'a\u0000', 'links, line 1: title'],
      ['title', '\ud800', 'links, line 1: title'],
      ['created_at', '2026-02-30T00:00:00.000Z', 'links, line 1: created_at'],
      ['created_at', '2999-01-01T00:00:00.000Z', 'links, line 1: created_at'],
      ['domain_id', 1, 'links, line 1: domain_id is not in the export'],
      ['slug', 'UTM', 'is the slug of two links'],
    ] as const) {
      const hostile = (lines: object[]) => [{ ...lines[0], [field]: value }, ...lines.slice(1)]
      await rewrite(at('team.zip'), at('hostile.zip'), { ...elsewhere, links: hostile })
      await refused(at('hostile.zip')).toThrow(text)
    }
    const twice = ([line, ...more]: Line[]) => [line, { ...line, id: 9e6 }, ...more]
    const first = (fields: Line) => (lines: Line[]) =>
      lines.map((it, i) => (i === 0 ? { ...it, ...fields } : it))
    for (const [kind, change, text] of [
      ['domains', twice, 'domains, line 2: m.example is listed twice'],
      ['domains', first({ name: 'M.example' }), 'domains, line 1: name must be m.example'],
      ['folders', twice, 'folders, line 2: späti is listed twice'],
      ['views', twice, 'views, line 2: links red is listed twice'],
      ['bio_pages', twice, 'bio_pages, line 2: the page of a team is listed twice'],
      ['bio_pages', first({ image: 'javascript:alert(1)' }), 'bio_pages, line 1: image'],
      ['bio_links', first({ position: 1 }), 'bio_links, line 2: position 1 is listed twice'],
      ['bio_links', first({ position: 2 ** 40 }), 'bio_links, line 1: position'],
      ['clicks', first({ created_at: '0001-01-01T00:00:00.000Z' }), 'clicks, line 1: created_at'],
      ['clicks', first({ created_at: '2999-01-01T00:00:00.000Z' }), 'clicks, line 1: created_at'],
      ['clicks', first({ query: 'not json{' }), 'clicks, line 1: query'],
      ['links', ([one, two, ...more]) => [one, { ...two, id: one?.id }, ...more], 'listed twice'],
      ['notes', first({ at: '2026-02-31T00:00:00.000Z' }), 'notes, line 1: at'],
      ['folders', () => Array(300_000).fill({}), 'folders, line 1: id must be an id'],
    ] as [MovedKind, (lines: Line[]) => object[], string][]) {
      const others = {
        ...elsewhere,
        [kind]: (all: Line[]) => change(kind === 'domains' ? elsewhere.domains(all) : all),
      }
      await rewrite(at('team.zip'), at('hostile.zip'), others)
      await refused(at('hostile.zip')).toThrow(text)
    }
    truncateSync(at('hostile.zip'), 5_000)
    await refused(at('hostile.zip')).toThrow('not a complete ZIP file')
    expect(await teams()).toHaveLength(count)
  })

  it('is imported into a team to which the name of its domain is still reserved', async () => {
    const other = await newTeam(unique('Reserved'))
    const name = `${unique('reserved')}.example`
    const { body } = await other.api<{ id: number }>('POST', '/domain', { name })
    expect((await other.api('DELETE', `/domain/${body.id}`)).status).toBe(200)
    const domains = (all: Line[]) => all.map((it) => ({ ...it, name }))
    await rewrite(at('team.zip'), at('reserved.zip'), { domains })
    const { org_id } = await importTeam(at('reserved.zip'), { orgId: Number(other.orgId) }, parts)
    expect(String(org_id)).toBe(other.orgId)
  })

  it('arrives whole, however often the import is interrupted, and once', async () => {
    const env = serviceEnv()
    const main = join(import.meta.dirname, '../../gateway/src/admin/main.ts')
    const run = (...words: string[]) =>
      promisify(execFile)(process.execPath, [main, ...words], { env })
    const words = ['org', 'delete', String(team.orgId), '--export', at('last.zip')]
    await expect(run(...words, '--name', 'another')).rejects.toThrow('is not the name of team')
    expect(existsSync(at('last.zip'))).toBe(false)
    const { stdout } = await run(...words, '--name', team.name)
    expect(JSON.parse(stdout)).toMatchObject({ deleted: true, export: at('last.zip') })
    for (const kind of KINDS) {
      expect(await linesOf(at('last.zip'), kind), kind).toEqual(await linesOf(at('team.zip'), kind))
    }
    const failingAt = (nth: number) => {
      let calls = 0
      const broken = (owner: keyof typeof parts.movers) => ({
        ...parts.movers[owner],
        writeLines: async (...given: Parameters<typeof parts.movers.link.writeLines>) => {
          const done = ++calls === nth && nth % 2 === 0 ? Promise.reject(new Error('killed')) : null
          const answer = await (done ?? parts.movers[owner].writeLines(...given))
          if (calls === nth) throw new Error('killed')
          return answer
        },
      })
      const movers = {
        link: broken('link'),
        catalog: broken('catalog'),
        bio: broken('bio'),
        analytics: broken('analytics'),
      }
      return { ...parts, movers }
    }
    for (let nth = 1; ; nth++) {
      const killed = await importTeam(at('team.zip'), {}, failingAt(nth)).then(
        () => false,
        (error: Error) => error.message === 'killed',
      )
      if (!killed) break
      expect(nth).toBeLessThan(30)
    }
    const done = await importTeam(at('team.zip'), {}, parts)
    expect(Object.keys(done)).toEqual(['org_id', 'imported_before'])
    expect(await importTeam(at('team.zip'), {}, parts)).toEqual(done)
    const api = customer(await keyOf(done.org_id))
    await vi.waitFor(async () => expect(await lookAt(api)).toEqual(before), { timeout: 20_000 })
    const { body } = await api<{ items: { query: string }[] }>('GET', '/view')
    const tags = (await api<{ items: { id: number }[] }>('GET', '/tag')).body.items
    const filtered = new URLSearchParams(body.items[0]?.query).get('tags')?.split(',').map(Number)
    expect(filtered?.sort()).toEqual(tags.map(({ id }) => id).sort())
    expect((await api<{ items: object[] }>('GET', '/webhook')).body.items).toMatchObject([
      { enabled: false },
    ])

    await admin('domain', 'verify', team.host)
    await vi.waitFor(async () => expect((await visitSecret(team.host)).status).toBe(302))
    const statuses = []
    for (let i = 0; i < 4; i++) {
      const { headers } = await visitLink(team.host, MOVED_LINKS.limited)
      statuses.push(headers.location)
    }
    expect(statuses.filter((it) => it === 'https://example.com/over')).toHaveLength(1)
    expect((await visitLink(team.host, 'gone')).status).toBe(410)
  }, 120_000)

  it('arrives whole from a file of release 0.1', async () => {
    const file = (name: string) => join(import.meta.dirname, '../data', name)
    const { org_id } = await importTeam(file('team-0.1.zip'), {}, parts)
    const api = customer(await keyOf(org_id))
    const expected = JSON.parse(readFileSync(file('team-0.1.json'), 'utf8'))
    const shown = async () =>
      JSON.parse(JSON.stringify(await lookAt(api)).replaceAll(/(?<=:\/\/[^/"]+):\d+(?=\/)/g, ''))
    await vi.waitFor(async () => expect(await shown()).toMatchObject(expected), {
      timeout: 20_000,
    })
  })

  it('is exported to a file that appears only when it is complete', async () => {
    const { orgId } = await newTeam('Small')
    const caller = { orgId: Number(orgId), userId: 1, scopes: [] }
    const broken = { ...parts.movers.analytics, readLines: () => Promise.reject(new Error('away')) }
    const movers = { ...parts.movers, analytics: broken }
    await expect(exportToFile(at('new.zip'), { ...parts, movers }, { caller })).rejects.toThrow(
      'away',
    )
    expect(existsSync(at('new.zip'))).toBe(false)
    const { organization } = await exportToFile(at('new.zip'), parts, { caller })
    expect(organization.id).toBe(orgId)
    await expect(exportToFile(at('new.zip'), parts, { caller })).rejects.toThrow('already exists')
    const { org_id } = await importTeam(at('new.zip'), { name: 'Smaller' }, parts)
    expect(org_id).not.toBe(orgId)
  })
})
