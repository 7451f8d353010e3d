import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startDomains } from '../testing/domains.ts'
import { INSTANCE_HOST } from '../testing/stack.ts'

const stand = await startDomains()
const { catalog, domains, mine, create, record } = stand
afterAll(() => catalog.close())
beforeEach(stand.reset)

describe('verifying', () => {
  it('finds nothing at first, and the token once it is published', async () => {
    const { id, name, records } = await create()
    const none = await domains.verifyDomain({ id }, mine())
    expect(none).toMatchObject({ domain: { verified: false }, records })

    catalog.dns.records.set(`TXT _verify.${name}`, ['v=spf1 -all', records[0]!.value])
    const proven = await domains.verifyDomain({ id }, mine())

    expect(proven.domain).toMatchObject({ id, verified: true })
    expect(proven.records).toMatchObject([
      { ok: true, found: ['v=spf1 -all', records[0]!.value] },
      { ok: false, found: [] },
    ])
    expect(await record(name)).toMatchObject({ verified: true })
  })

  it('accepts a CNAME to the domain’s own target, but not to the bare instance host', async () => {
    const { id, name, records } = await create()
    catalog.dns.records.set(`CNAME ${name}`, [INSTANCE_HOST])
    expect((await domains.verifyDomain({ id }, mine())).records[1]).toMatchObject({
      found: [INSTANCE_HOST],
      ok: false,
    })

    catalog.dns.records.set(`CNAME ${name}`, [records[1]!.value])
    expect((await domains.verifyDomain({ id }, mine())).domain).toMatchObject({ verified: true })
  })

  it('of another domain’s token proves nothing', async () => {
    const [one, two] = [await create(), await create()]
    catalog.dns.records.set(`TXT _verify.${two.name}`, [one.records[0]!.value])

    expect((await domains.verifyDomain({ id: two.id }, mine())).domain?.verified).toBe(false)
  })

  it('does not revoke a verification when the proof is missing', async () => {
    const { id, name, records } = await create()
    catalog.dns.records.set(`TXT _verify.${name}`, [records[0]!.value])
    await domains.verifyDomain({ id }, mine())
    catalog.dns.records.clear()

    const again = await domains.verifyDomain({ id }, mine())
    expect(again.domain?.verified).toBe(true)
    expect(again.records.some(({ ok }) => ok)).toBe(false)
  })

  it('returns in time when DNS does not answer', async () => {
    const { id, name } = await create()
    catalog.dns.ignored.add(name).add(`_verify.${name}`)
    const started = performance.now()

    expect((await domains.verifyDomain({ id }, mine())).domain?.verified).toBe(false)
    expect(performance.now() - started).toBeLessThan(4_000)
  })
})
