import type { Client } from '@fingerpost/kit/grpc'
import { DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { operator } from '../admin/operator.repository.ts'
import { domainOperator } from '../admin/operator-domain.repository.ts'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'

let catalog: TestCatalog
let domains: Client<DomainsService>

beforeAll(async () => {
  catalog = await startTestCatalog()
  domains = catalog.client(DomainsService)
})
afterAll(() => catalog.close())
beforeEach(() => {
  catalog.link.away = false
  catalog.link.events.length = 0
})

const mine = () => ({ caller: catalog.mine })
const theirs = () => ({ caller: catalog.other })
type By = ReturnType<typeof mine>
let count = 0
const freeName = () => `claim${++count}.example`

async function claim(name: string, by: By = mine()) {
  const { domain, records } = await domains.createDomain({ name }, by)
  return { ...domain!, token: records[0]!.value }
}
async function prove({ id, name, token }: Awaited<ReturnType<typeof claim>>, by: By = mine()) {
  catalog.dns.records.set(`TXT _verify.${name}`, [token])
  return (await domains.verifyDomain({ id }, by)).domain!
}
const proven = async (name: string, by: By = mine()) => {
  const made = await claim(name, by)
  await prove(made, by)
  return made
}
const get = (id: number, by: By = mine()) => domains.getDomain({ id }, by)
/** Moves timestamps of a domain into the past. */
const age = (id: number, columns: Record<string, string>) => {
  const past = (interval: string) => new Date(Date.now() - Number.parseFloat(interval) * 86_400_000)
  const set = Object.fromEntries(Object.entries(columns).map(([name, it]) => [name, past(it)]))
  return catalog.postgres.db.updateTable('domains').set(set).where('id', '=', id).execute()
}
/** What redirect finds in Redis. */
async function record(name: string) {
  const text = (await catalog.redis.get(`domain:${name}`)) ?? ' {}'
  return JSON.parse(text.slice(text.indexOf(' ')))
}
const soon = (expectation: () => Promise<unknown>) =>
  vi.waitFor(expectation, { timeout: 15_000, interval: 100 })
const taken = { kind: 'conflict', code: 'domain_taken', errors: [{ field: 'name' }] }

describe('a claim', () => {
  it('blocks no other team; the first proof wins and the other claims lapse', async () => {
    const name = freeName()
    const [ours, other] = [await claim(name), await claim(name, theirs())]
    expect(await get(ours.id)).toMatchObject({ verified: false, proofState: 'pending' })
    catalog.link.usedDomains.add(ours.id)

    expect(await prove(other, theirs())).toMatchObject({ verified: true, proofState: 'proven' })

    expect(await get(ours.id)).toMatchObject({ verified: false, proofState: 'lapsed' })
    catalog.dns.records.set(`TXT _verify.${name}`, [ours.token])
    await expect(domains.verifyDomain({ id: ours.id }, mine())).rejects.toMatchObject(taken)
    expect((await domains.getDomainRecord({ name })).record).toMatchObject({ id: other.id })
  })

  it('never replaces the record of the verified domain', async () => {
    const name = freeName()
    const ours = await claim(name)
    await prove(await claim(name, theirs()), theirs())

    await domains.updateDomain({ id: ours.id, slugLength: 9, clear: [] }, mine())
    await domains.getDomainRecord({ name }, mine())
    await domains.deleteDomain({ id: ours.id }, mine())

    expect(await record(name)).toMatchObject({ orgId: catalog.other.orgId, verified: true })
  })

  it('is refused for a name that another team has proved, and twice for one team', async () => {
    const name = freeName()
    await proven(name)

    await expect(claim(name, theirs())).rejects.toMatchObject(taken)
    await expect(claim(name)).rejects.toMatchObject(taken)
  })

  it('is won by one of many teams that prove it at once', async () => {
    const name = freeName()
    const both = [await claim(name), await claim(name, theirs())] as const
    catalog.dns.records.set(
      `TXT _verify.${name}`,
      both.map(({ token }) => token),
    )
    const tries = await Promise.allSettled([
      domains.verifyDomain({ id: both[0].id }, mine()),
      domains.verifyDomain({ id: both[1].id }, theirs()),
    ])

    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(tries.find((it) => it.status === 'rejected')?.reason).toMatchObject(taken)
  })

  it('counts as a loop for links of its own team only', async () => {
    const name = freeName()
    await claim(name)
    const hosts = { domainIds: [], folderIds: [], tagIds: [], hosts: [name] }
    const references = catalog.client(ReferencesService)

    expect((await references.describeReferences(hosts, theirs())).shortHosts).toEqual([])
    expect((await references.describeReferences(hosts, mine())).shortHosts).toEqual([name])
  })

  it('lapses after seven days, and is removed unless it has links', async () => {
    const [unused, used] = [await claim(freeName()), await claim(freeName())]
    catalog.link.usedDomains.add(used.id)
    const { proofDueAt } = await get(unused.id)
    expect(proofDueAt!.getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000)

    await age(used.id, { claimed_at: '7.1' })
    await age(unused.id, { claimed_at: '7.1' })

    await soon(() => expect(get(unused.id)).rejects.toMatchObject({ code: 'not_found' }))
    expect(await get(used.id)).toMatchObject({ proofState: 'lapsed' })
    expect(await prove(used)).toMatchObject({ verified: true })
  })

  it('that lapses while it is proved is removed, and not left with new links blocked', async () => {
    const late = await claim(freeName())
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    catalog.link.whenAsked = async (id) => {
      if (id !== late.id) return
      asked.resolve()
      await answer.promise
    }
    await age(late.id, { claimed_at: '7.1' })
    await asked.promise

    const proof = prove(late).then(
      () => 'proved',
      ({ code }) => code,
    )
    await soon(async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(
        catalog.postgres.db,
      )
      expect(rows).toHaveLength(1)
    })
    answer.resolve()

    expect(await proof).toBe('not_found')
    catalog.link.whenAsked = undefined
  })

  it('is one of at most twenty per team, however many are made at once', async () => {
    const { org_id } = await operator(catalog.postgres.db).createTeam('Claims')
    const by = { caller: { orgId: Number(org_id), userId: 1, scopes: [] } }
    const given = Array.from({ length: 18 }, () => ({ org_id: by.caller.orgId, name: freeName() }))
    await catalog.postgres.db.insertInto('domains').values(given).execute()
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => claim(freeName(), by)))
    const refused = tries.flatMap((it) => (it.status === 'rejected' ? it.reason : []))

    expect(refused).toHaveLength(3)
    for (const it of refused) {
      expect(it).toMatchObject({ kind: 'invalid', errors: [{ field: 'name', code: 'too_many' }] })
    }
    const [first] = tries.flatMap((it) => (it.status === 'fulfilled' ? it.value : []))
    await prove(first!, by)
    await claim(freeName(), by)
  })

  it('cannot be the name of the instance or one below it', async () => {
    for (const name of ['links.example', 'anything.links.example']) {
      await expect(claim(name)).rejects.toMatchObject({
        errors: [{ field: 'name', code: 'reserved' }],
      })
    }
  })
})

describe('a verified name that was deleted', () => {
  it('is reserved for its team for thirty days', async () => {
    const name = freeName()
    const other = await claim(name, theirs())
    const { id } = await proven(name)
    await domains.deleteDomain({ id }, mine())
    catalog.dns.records.set(`TXT _verify.${name}`, [other.token])

    await expect(claim(name, theirs())).rejects.toMatchObject(taken)
    catalog.link.usedDomains.add(other.id)
    await expect(domains.verifyDomain({ id: other.id }, theirs())).rejects.toMatchObject(taken)
    const again = await proven(name)
    await domains.deleteDomain({ id: again.id }, mine())
    await catalog.postgres.db
      .updateTable('held_names')
      .set({ until: new Date() })
      .where('name', '=', name)
      .execute()

    expect(await prove(other, theirs())).toMatchObject({ verified: true })
    expect(await record(name)).toMatchObject({ id: other.id, verified: true })
  })
})

describe('the daily proof', () => {
  const events = () => catalog.link.events.map(({ type }) => type)
  const redo = (id: number, columns: Record<string, string> = {}) =>
    age(id, { checked_at: '1.1', ...columns })

  it('starts a grace period when the record is gone, tells the team, and ends it when it is back', async () => {
    const { id, name, token } = await proven(freeName())
    catalog.dns.records.delete(`TXT _verify.${name}`)
    await redo(id)
    await soon(async () => expect(await get(id)).toMatchObject({ proofState: 'failing' }))
    const { verified, proofDueAt, proofCheckedAt } = await get(id)

    expect(verified).toBe(true)
    expect(proofDueAt!.getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    expect(Date.now() - proofCheckedAt!.getTime()).toBeLessThan(3_600_000)
    await soon(async () => expect(events()).toContain('domain.failing'))

    catalog.dns.records.set(`TXT _verify.${name}`, [token])
    await redo(id)
    await soon(async () => expect(await get(id)).toMatchObject({ proofState: 'proven' }))
    await soon(async () => expect(events().at(-1)).toBe('domain.verified'))
    expect(catalog.link.events.at(-1)).toMatchObject({
      orgId: catalog.mine.orgId,
      data: { id, name, verified: true, proof_state: 'proven', proof_due_at: null },
    })
  })

  it('revokes the verification after seven days without a record', async () => {
    const { id, name } = await proven(freeName())
    const before = await record(name)
    catalog.dns.records.delete(`TXT _verify.${name}`)
    await redo(id, { failing_since: '7.1' })

    await soon(async () => expect(await get(id)).toMatchObject({ verified: false }))
    expect(await get(id)).toMatchObject({ proofState: 'pending' })
    await soon(async () => expect(await record(name)).toMatchObject({ id, verified: false }))
    // A record that was queued before and is delivered late changes nothing.
    const { db } = catalog.postgres
    const relayed = () =>
      soon(async () => expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]))
    await relayed()
    const payload = JSON.stringify(before)
    await db.insertInto('outbox').values({ topic: 'domain_changed', payload }).execute()
    await relayed()
    expect(await record(name)).toMatchObject({ id, verified: false })
    await soon(async () => expect(events()).toContain('domain.unverified'))
    expect(await prove(await claim(name, theirs()), theirs())).toMatchObject({ verified: true })
  })

  it('changes nothing while DNS does not answer', async () => {
    const { id, name } = await proven(freeName())
    catalog.dns.ignored.add(name).add(`_verify.${name}`)
    await redo(id, { failing_since: '7.1' })

    await soon(async () => {
      const { proofCheckedAt } = await get(id)
      expect(Date.now() - proofCheckedAt!.getTime()).toBeLessThan(3_600_000)
    })
    catalog.dns.ignored.clear()
    expect(await get(id)).toMatchObject({ verified: true, proofState: 'failing' })
  })

  it('leaves domains verified by the operator or release 0.1 verified, and proves the latter by a record', async () => {
    const admin = domainOperator(catalog.postgres.db)
    const byOperator = await admin.add(String(catalog.mine.orgId), freeName(), true)
    const old = await claim(freeName())
    await catalog.postgres.db
      .updateTable('domains')
      .set({ verified: true })
      .where('id', '=', old.id)
      .execute()
    await soon(async () => expect((await get(old.id)).proofCheckedAt).toBeDefined())

    for (const id of [byOperator.id, old.id]) {
      expect(await get(id)).toMatchObject({ verified: true, proofState: 'proven' })
    }
    catalog.dns.records.set(`CNAME ${old.name}`, [`${old.token.slice(11)}.links.example`])
    await redo(old.id)
    await soon(async () => {
      const by = await catalog.postgres.db
        .selectFrom('domains')
        .select('proven_by')
        .where('id', '=', old.id)
        .executeTakeFirst()
      expect(by).toEqual({ proven_by: 'dns' })
    })
  })
})

it('of one label is claimed and proved like any other where the setting allows it', async () => {
  await expect(claim('go')).rejects.toMatchObject({ errors: [{ code: 'invalid_host' }] })
  const intranet = await startTestCatalog({ SINGLE_LABEL_DOMAINS: true })
  const domains = intranet.client(DomainsService)
  const by = { caller: intranet.mine }

  const { domain, records } = await domains.createDomain({ name: 'go' }, by)
  intranet.dns.records.set('TXT _verify.go', [records[0]!.value])
  const proven = await domains.verifyDomain({ id: domain!.id }, by)

  expect(proven.domain).toMatchObject({ name: 'go', verified: true })
  await intranet.close()
})

describe('the operator', () => {
  const unused = async () => false

  it('verifies, lists and removes a domain by its name, without a DNS record', async () => {
    const admin = domainOperator(catalog.postgres.db)
    const { id, name } = await claim(freeName(), theirs())

    expect(await admin.verify(name.toUpperCase())).toMatchObject({ id, name, verified: true })
    const org = String(catalog.other.orgId)
    const shown = { id, org_id: org, name, verified: true, proven_by: 'operator' }
    expect(await admin.list(org)).toContainEqual(shown)
    await soon(async () => expect(await record(name)).toMatchObject({ id }))
    await expect(admin.remove(name, async () => true)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'domain_in_use',
    })
    expect(await admin.remove(name, unused)).toMatchObject({ id, removed: true })
    await expect(admin.remove(name, unused)).rejects.toMatchObject({ kind: 'not_found' })
    await soon(async () => expect(await record(name)).toMatchObject({ verified: false }))
  })

  it('must name the id of a domain that several teams claim', async () => {
    const name = freeName()
    const [ours, other] = [await claim(name), await claim(name, theirs())]
    const admin = domainOperator(catalog.postgres.db)

    const refused = expect(admin.verify(name)).rejects
    await refused.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(`${ours.id} (`),
    })
    expect(await admin.verify(String(other.id))).toMatchObject({ id: other.id, verified: true })
    expect(await admin.verify(name)).toMatchObject({ id: other.id })
  })

  it('renames a team, whose slug stays', async () => {
    const admin = operator(catalog.postgres.db)
    const { org_id } = await admin.createTeam('Before')
    expect(await admin.renameTeam(org_id, 'After')).toEqual({
      org_id,
      name: 'After',
      slug: 'before',
    })
    await expect(admin.renameTeam('999999', 'After')).rejects.toMatchObject({ kind: 'not_found' })
    await expect(admin.renameTeam(org_id, '')).rejects.toMatchObject({ kind: 'invalid' })
  })
})
