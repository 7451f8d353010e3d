import { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import { RetentionsService } from '@fingerpost/protos/catalog/v1/retention'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'

let catalog: TestCatalog
afterEach(() => catalog.close())

const start = async (monthsMax: number) => {
  catalog = await startTestCatalog({ CLICK_RETENTION_MONTHS: monthsMax })
  const organizations = catalog.client(OrganizationsService)
  const retentions = catalog.client(RetentionsService)
  return {
    set: (months: number) =>
      organizations.updateOrganization(
        { click_retention_months: months, clear: [] },
        { caller: catalog.mine },
      ),
    read: () => organizations.getOrganization({}, { caller: catalog.mine }),
    limited: async (months: number) => (await organizations.limitRetention({ months }, {})).months,
    terms: (after_org_id = 0, limit = 10) => retentions.listRetentions({ after_org_id, limit }, {}),
  }
}

describe('the term of clicks', () => {
  it('is listed for teams that have one', async () => {
    const { set, read, terms } = await start(0)
    expect(await terms()).toEqual({ retentions: [] })
    expect(await set(6)).toMatchObject({
      click_retention_months: 6,
      effective_click_retention_months: 6,
    })
    expect(await read()).toMatchObject({ click_retention_months: 6 })
    expect(await terms()).toEqual({ retentions: [{ org_id: 1, months: 6 }] })
  })

  it('is at most that of the operator, which applies to all teams', async () => {
    const { set, read, terms } = await start(12)
    const other = { org_id: catalog.other.orgId, months: 12 }
    expect((await read()).effective_click_retention_months).toBe(12)
    expect(await terms()).toEqual({
      retentions: [{ org_id: 1, months: 12 }, other],
      months_max: 12,
    })
    await expect(set(13)).rejects.toMatchObject({
      kind: 'invalid',
      errors: [{ field: 'click_retention_months' }],
    })
    await set(3)
    expect((await terms(0, 1)).retentions).toEqual([{ org_id: 1, months: 3 }])
    expect((await terms(1, 1)).retentions).toEqual([other])

    await catalog.postgres.db
      .updateTable('organizations')
      .set({ click_retention_months: 24 })
      .where('id', '=', 1)
      .execute()
    expect(await read()).toMatchObject({
      click_retention_months: 12,
      effective_click_retention_months: 12,
      click_retention_months_max: 12,
    })
    expect((await terms()).retentions[0]).toEqual({ org_id: 1, months: 12 })
  })

  it('that a team would set is limited to that of the operator', async () => {
    const { limited } = await start(12)
    expect([await limited(6), await limited(12), await limited(24)]).toEqual([6, 12, 12])
  })

  it('that a team would set is in force as it is if the operator sets none', async () => {
    const { limited } = await start(0)
    expect(await limited(24)).toBe(24)
  })
})
