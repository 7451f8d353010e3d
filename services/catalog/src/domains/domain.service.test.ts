import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startDomains } from '../testing/domains.ts'
import { INSTANCE_HOST, startTestCatalog } from '../testing/stack.ts'

const stand = await startDomains()
const { catalog, domains, mine, theirs, create, createVerified, record } = stand
afterAll(() => catalog.close())
beforeEach(stand.reset)

describe('a new domain', () => {
  it('is not verified, and lists the records that can verify it', async () => {
    const { records, ...made } = await create({ name: 'New.Example', slug_length: 4 })

    expect(made).toMatchObject({ name: 'new.example', slug_length: 4, verified: false, org_id: 1 })
    expect(records).toEqual([
      {
        type: 'TXT',
        name: '_verify.new.example',
        value: expect.stringMatching(/^fingerpost=[0-9a-f-]{36}$/),
        found: [],
        ok: false,
      },
      {
        type: 'CNAME',
        name: 'new.example',
        value: `${records[0]?.value.slice('fingerpost='.length)}.${INSTANCE_HOST}`,
        found: [],
        ok: false,
      },
    ])
    expect(await domains.getDomain({ id: made.id }, mine())).toEqual(made)
  })

  it('requires a TXT record if the instance has no host for a CNAME to point to', async () => {
    const other = await startTestCatalog({ INSTANCE_HOST: '' })
    const by = { caller: other.mine }
    const { records } = await other
      .client(DomainsService)
      .createDomain({ name: 'new.example' }, by)
      .finally(() => other.close())

    expect(records.map(({ type }) => type)).toEqual(['TXT'])
  })

  it('is unknown to redirect, but its team can look it up by name', async () => {
    const { name, id } = await create({ root_url: 'https://e.com/' })

    expect(await record(name)).toBeUndefined()
    expect(await domains.getDomainRecord({ name })).toEqual({})
    expect((await domains.getDomainRecord({ name }, mine())).record).toMatchObject({ id })
  })

  it('is unique by name in its team, even if many are added concurrently', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => create({ name: 'race.example' })),
    )
    const refused = tries.flatMap((it) => (it.status === 'rejected' ? it.reason : []))

    expect(refused).toHaveLength(9)
    for (const it of refused) {
      expect(it).toMatchObject({ code: 'domain_taken', errors: [{ field: 'name', code: 'taken' }] })
    }
  })
})

describe('a change', () => {
  it('reaches redirect before the response, with a higher version than all before', async () => {
    const { id, name } = await createVerified()
    const before = await record(name)
    const changed = await domains.updateDomain(
      { id, expired_url: 'https://e.com/over', allow_preview: false, clear: [] },
      mine(),
    )

    expect(changed).toMatchObject({ expired_url: 'https://e.com/over', allow_preview: false })
    const after = await record(name)
    expect(after).toMatchObject({ expired_url: 'https://e.com/over', allow_preview: false })
    expect(after?.version).toBeGreaterThan(before?.version ?? Number.NaN)
  })

  it('reaches redirect eventually after Redis lost the record or was unreachable', async () => {
    const { id, name } = await createVerified()
    await catalog.postgres.db.transaction().execute(async (tx) => {
      // Locked, so that the relay does not run before Redis has lost the record.
      await tx.selectFrom('outbox').selectAll().forUpdate().execute()
      await catalog.redis.del(`domain:${name}`)
    })

    await vi.waitFor(async () => expect(await record(name)).toMatchObject({ id }), 5_000)
    await vi.waitFor(async () => {
      const left = await catalog.postgres.db.selectFrom('outbox').select('id').execute()
      expect(left).toEqual([])
    }, 5_000)
  })

  it('of the name is rejected, the unchanged name is accepted', async () => {
    const { id, name } = await create()
    const rename = (name: string) => domains.updateDomain({ id, name, clear: [] }, mine())

    await expect(rename('x.example')).rejects.toMatchObject({ errors: [{ field: 'name' }] })
    expect(await rename(name.toUpperCase())).toMatchObject({ id, name })
  })

  it('of case sensitivity is rejected while the domain has links', async () => {
    const { id } = await create()
    catalog.link.usedDomains.add(id)
    const set = (caseSensitive: boolean) =>
      domains.updateDomain({ id, case_sensitive: caseSensitive, clear: [] }, mine())

    expect(await set(false)).toMatchObject({ case_sensitive: false })
    await expect(set(true)).rejects.toMatchObject({
      code: 'domain_in_use',
      errors: [{ field: 'case_sensitive' }],
    })
    catalog.link.usedDomains.delete(id)
    expect(await set(true)).toMatchObject({ case_sensitive: true })
  })
})

describe('deleting', () => {
  it('removes the domain everywhere, and its team can add the name again', async () => {
    const { id, name } = await createVerified()

    await domains.deleteDomain({ id }, mine())

    await expect(domains.getDomain({ id }, mine())).rejects.toMatchObject({ code: 'not_found' })
    expect(await record(name)).toMatchObject({ id, verified: false })
    expect(await domains.getDomainRecord({ name })).toEqual({})
    const { domains: described } = await catalog
      .client(ReferencesService)
      .describeReferences({ domain_ids: [id], folder_ids: [], tag_ids: [], hosts: [] }, mine())
    expect(described).toEqual([])
    const again = await createVerified({ name })
    expect(await record(name)).toMatchObject({ id: again.id, verified: true })
  })

  it('is rejected while the domain has links, and while link is unavailable', async () => {
    const { id } = await create()
    catalog.link.usedDomains.add(id)
    await expect(domains.deleteDomain({ id }, mine())).rejects.toMatchObject({
      kind: 'conflict',
      code: 'domain_in_use',
    })

    catalog.link.away = true
    await expect(domains.deleteDomain({ id }, mine())).rejects.toBeDefined()
    expect(await domains.getDomain({ id }, mine())).toMatchObject({ id })
  })
})

it('hides domains from other teams in every method', async () => {
  const { id } = await create()

  for (const call of [
    () => domains.getDomain({ id }, theirs()),
    () => domains.updateDomain({ id, clear: [] }, theirs()),
    () => domains.verifyDomain({ id }, theirs()),
    () => domains.deleteDomain({ id }, theirs()),
  ]) {
    await expect(call()).rejects.toMatchObject({
      kind: 'not_found',
      message: 'There is no such domain.',
    })
  }
})

it('lists domains by age or by name, and finds them by a substring', async () => {
  const caller = catalog.other
  for (const name of ['b.example', 'c.test', 'a.example']) {
    await domains.createDomain({ name }, { caller })
  }
  const names = async (page: object) =>
    (await domains.listDomains({ offset: 0, limit: 10, ...page }, { caller })).domains.map(
      ({ name }) => name,
    )

  expect(await names({})).toEqual(['b.example', 'c.test', 'a.example'])
  expect(await names({ sort: 'name' })).toEqual(['a.example', 'b.example', 'c.test'])
  expect(await names({ sort: 'name', order: 'desc', limit: 1 })).toEqual(['c.test'])
  expect(await names({ search: 'EXAMPLE' })).toEqual(['b.example', 'a.example'])
})

describe('the default domain', () => {
  const defaults = async () =>
    (await domains.listDomains({ offset: 0, limit: 100 }, mine())).domains
      .filter((it) => it.is_default)
      .map(({ id }) => id)

  it('is one at most, even if several are chosen at once', async () => {
    const first = await create({ is_default: true })
    const made = await Promise.all(Array.from({ length: 6 }, () => create()))
    expect(await defaults()).toEqual([first.id])

    const choose = (id: number) => domains.updateDomain({ id, is_default: true, clear: [] }, mine())
    const chosen = await Promise.all(made.map(({ id }) => choose(id)))
    expect(chosen.every((it) => it.is_default)).toBe(true)
    expect(await defaults()).toHaveLength(1)

    const request = { name: 'theirs.example', is_default: true }
    const { domain: other } = await domains.createDomain(request, theirs())
    expect(await choose(first.id)).toMatchObject({ is_default: true })
    expect(await domains.getDomain({ id: other!.id }, theirs())).toMatchObject({ is_default: true })
    await domains.updateDomain({ id: first.id, clear: ['is_default'] }, mine())
    expect(await defaults()).toEqual([])
  })

  it('that is saved again is not logged as another choice', async () => {
    const { id } = await create({ is_default: true })
    const changed = { id, is_default: true, slug_length: 9, clear: [] }
    await domains.updateDomain(changed, mine())
    const filter = { limit: 10, object_kind: 'domain', object_id: id, operation: 'updated' }
    const { entries } = await catalog.client(AuditService).listEntries(filter, mine())
    expect(entries.map(({ after }) => JSON.parse(after ?? ''))).toEqual([{ slug_length: 9 }])
  })
})
