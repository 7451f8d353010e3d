import { DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import { MovesService } from '@fingerpost/protos/move/v1/move'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { operator } from '../admin/operator.repository.ts'
import { freeName, soon, startClaims, taken } from '../testing/claims.ts'
import { INSTANCE_HOST, startTestCatalog } from '../testing/stack.ts'

const claims = await startClaims()
const { catalog, domains, mine, theirs, claim, prove, proven, get, age, record } = claims
afterAll(() => catalog.close())
beforeEach(claims.reset)

describe('a claim', () => {
  it('does not block other teams; the first proof wins and the other claims lapse', async () => {
    const name = freeName()
    const [ours, other] = [await claim(name), await claim(name, theirs())]
    expect(await get(ours.id)).toMatchObject({ verified: false, proof_state: 'pending' })
    catalog.link.usedDomains.add(ours.id)

    expect(await prove(other, theirs())).toMatchObject({ verified: true, proof_state: 'proven' })

    expect(await get(ours.id)).toMatchObject({ verified: false, proof_state: 'lapsed' })
    catalog.dns.records.set(`TXT _verify.${name}`, [ours.token])
    await expect(domains.verifyDomain({ id: ours.id }, mine())).rejects.toMatchObject(taken)
    expect((await domains.getDomainRecord({ name })).record).toMatchObject({ id: other.id })
  })

  it('never replaces the record of the verified domain', async () => {
    const name = freeName()
    const ours = await claim(name)
    catalog.link.usedDomains.add(ours.id) // so that the lapsed claim is not removed yet
    await prove(await claim(name, theirs()), theirs())

    await domains.updateDomain({ id: ours.id, slug_length: 9, clear: [] }, mine())
    await domains.getDomainRecord({ name }, mine())
    catalog.link.usedDomains.delete(ours.id)
    await domains.deleteDomain({ id: ours.id }, mine()).catch(() => {}) // removed by now, perhaps
    await expect(get(ours.id)).rejects.toMatchObject({ kind: 'not_found' })

    expect(await record(name)).toMatchObject({ org_id: catalog.other.orgId, verified: true })
  })

  it('is rejected for a name that another team has proved, and twice for one team', async () => {
    const name = freeName()
    await proven(name)

    await expect(claim(name, theirs())).rejects.toMatchObject(taken)
    await expect(claim(name)).rejects.toMatchObject(taken)
  })

  it('is won by exactly one of many teams that prove it concurrently', async () => {
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
    const hosts = { domain_ids: [], folder_ids: [], tag_ids: [], hosts: [name] }
    const references = catalog.client(ReferencesService)

    expect((await references.describeReferences(hosts, theirs())).short_hosts).toEqual([])
    expect((await references.describeReferences(hosts, mine())).short_hosts).toEqual([name])
  })

  it('lapses after seven days, and is removed unless it has links', async () => {
    const [unused, used] = [await claim(freeName()), await claim(freeName())]
    catalog.link.usedDomains.add(used.id)
    const { proof_due_at: proofDueAt } = await get(unused.id)
    expect(proofDueAt!.getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000)

    await age(used.id, { claimed_at: '7.1' })
    await age(unused.id, { claimed_at: '7.1' })

    await soon(() => expect(get(unused.id)).rejects.toMatchObject({ code: 'not_found' }))
    expect(await get(used.id)).toMatchObject({ proof_state: 'lapsed' })
    expect(await prove(used)).toMatchObject({ verified: true })
  })

  it('that lapses while it is being proved is removed and leaves no new links blocked', async () => {
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

  it('is one of at most twenty per team, even if many are created concurrently', async () => {
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

it('is imported with a team only if its name can be claimed, or is the first of the instance', async () => {
  const moves = catalog.client(MovesService)
  const { text } = await moves.readLines({ kind: 'domains' }, mine())
  const [line = ''] = Buffer.from(text).toString().split('\n')
  const faultsOf = async (name: string) => {
    const moved = Buffer.from(`${JSON.stringify({ ...JSON.parse(line), name })}\n`)
    const { errors } = await moves.checkLines({ kind: 'domains', text: moved, org_id: 1 })
    return errors.map(({ detail }) => detail)
  }
  const suffix = ['name must be a name below a public suffix, such as links.example.com']

  expect(await faultsOf('moved.example')).toEqual([])
  expect(await faultsOf('localhost')).toEqual([])
  for (const name of ['com', 'co.uk', 'go']) expect(await faultsOf(name)).toEqual(suffix)
  for (const name of [INSTANCE_HOST, `go.${INSTANCE_HOST}`])
    expect(await faultsOf(name)).toEqual(['name belongs to this instance'])
})

it('with a single label is claimed and proved like any other if the setting allows it', async () => {
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
