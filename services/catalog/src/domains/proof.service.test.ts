import { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { operator } from '../admin/operator.repository.ts'
import { domainOperator } from '../admin/operator-domain.repository.ts'
import { freeName, soon, startClaims } from '../testing/claims.ts'

const claims = await startClaims()
const { catalog, theirs, claim, prove, proven, get, age, record } = claims
afterAll(() => catalog.close())
beforeEach(claims.reset)

describe('the daily proof', () => {
  const events = () => catalog.link.events.map(({ type }) => type)
  const redo = (id: number, columns: Record<string, string> = {}) =>
    age(id, { checked_at: '1.1', ...columns })

  it('starts a grace period while the record is missing, and notifies the team of start and end', async () => {
    const { id, name, token } = await proven(freeName())
    catalog.dns.records.delete(`TXT _verify.${name}`)
    await redo(id)
    await soon(async () => expect(await get(id)).toMatchObject({ proof_state: 'failing' }))
    const { verified, proof_due_at: proofDueAt, proof_checked_at: proofCheckedAt } = await get(id)

    expect(verified).toBe(true)
    expect(proofDueAt!.getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    expect(Date.now() - proofCheckedAt!.getTime()).toBeLessThan(3_600_000)
    await soon(async () => expect(events()).toContain('domain.failing'))

    catalog.dns.records.set(`TXT _verify.${name}`, [token])
    await redo(id)
    await soon(async () => expect(await get(id)).toMatchObject({ proof_state: 'proven' }))
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
    expect(await get(id)).toMatchObject({ proof_state: 'pending' })
    await soon(async () => expect(await record(name)).toMatchObject({ id, verified: false }))
    // A record that was queued earlier and is delivered late changes nothing.
    const { db } = catalog.postgres
    const relayed = () =>
      soon(async () => expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]))
    await relayed()
    const payload = JSON.stringify(DomainRecord.toJSON(before!))
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
      const { proof_checked_at: proofCheckedAt } = await get(id)
      expect(Date.now() - proofCheckedAt!.getTime()).toBeLessThan(3_600_000)
    })
    // A later check follows the end of this one, whose time is set at its beginning.
    const later = await proven(freeName())
    await redo(later.id, { failing_since: '1' })
    await soon(async () => expect(await get(later.id)).toMatchObject({ proof_state: 'proven' }))
    catalog.dns.ignored.clear()
    expect(await get(id)).toMatchObject({ verified: true, proof_state: 'failing' })
  })

  it('keeps a domain that the operator verified, without a record', async () => {
    const admin = domainOperator(catalog.postgres.db)
    const { id } = await admin.add(String(catalog.mine.orgId), freeName(), true)
    await redo(id, { failing_since: '8' })
    // A later check follows the end of an earlier one.
    const later = await proven(freeName())
    await redo(later.id, { failing_since: '1' })
    await soon(async () => expect(await get(later.id)).toMatchObject({ proof_due_at: undefined }))

    expect(await get(id)).toMatchObject({ verified: true })
  })
})

describe('where a domain points to', () => {
  const V6 = '2001:0db8:0000:0000:0000:0000:0000:0007'
  const { records: dns } = catalog.dns
  beforeEach(() => void dns.set('A links.example', ['203.0.113.7']).set('AAAA links.example', [V6]))

  it('is a CNAME for a subdomain, which is found once visitors reach the instance by it', async () => {
    const { id, name, token } = await claim(`go.${freeName()}`)
    const value = `${token.slice(11)}.links.example`
    const pointing = async () => (await claims.domains.verifyDomain({ id }, claims.mine())).pointing
    const records = [{ type: 'CNAME', name, value }]
    expect(await pointing()).toEqual({ records, found: [], ok: false })

    dns.set(`A ${name}`, ['198.51.100.1'])
    expect(await pointing()).toEqual({ records, found: ['198.51.100.1'], ok: false })
    dns.set(`CNAME ${name}`, [value]).set(`A ${name}`, ['203.0.113.7'])
    expect(await pointing()).toEqual({ records, found: [value, '203.0.113.7'], ok: true })
  })

  it('is unknown while DNS does not answer for the instance', async () => {
    const { id, name } = await claim(`go.${freeName()}`)
    dns.set(`A ${name}`, ['203.0.113.7'])
    catalog.dns.ignored.add('links.example')
    try {
      const { pointing } = await claims.domains.verifyDomain({ id }, claims.mine())
      expect(pointing).toMatchObject({ records: [{ type: 'CNAME' }], ok: undefined })
    } finally {
      catalog.dns.ignored.delete('links.example')
    }
  })

  it('is the addresses of the instance for an apex', async () => {
    const { id, name } = await claim(`shop.${freeName()}`)
    dns.set(`SOA ${name}`, ['ns.example'])
    const verify = () => claims.domains.verifyDomain({ id }, claims.mine())
    const records = [
      { type: 'A', name, value: '203.0.113.7' },
      { type: 'AAAA', name, value: '2001:db8::7' },
    ]
    expect((await verify()).pointing).toEqual({ records, found: [], ok: false })

    dns.set(`A ${name}`, ['203.0.113.7'])
    expect((await verify()).pointing).toEqual({ records, found: ['203.0.113.7'], ok: true })
    dns.set(`A ${name}`, ['203.0.113.7', '198.51.100.1'])
    expect((await verify()).pointing).toMatchObject({ ok: false })
  })
})

describe('the operator', () => {
  const unused = async () => false

  it('verifies, lists and deletes a domain by its name, without a DNS record', async () => {
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

  it('must use the id for a name that several teams claim', async () => {
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
