import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import { describe, expect, it } from 'vitest'
import { localStack } from '../stack.ts'
import { expectAccessible, LOOKS } from './dashboard.ts'
import { api, button, createLink, dashboard, field, open, orgId, page, useTeams } from './links.ts'

useTeams()

const term = async () =>
  (await api<{ click_retention_months: number | null }>('GET', '/organization')).body
    .click_retention_months

describe.runIf(localStack()).each(LOOKS)('$name', (look) => {
  it('click retention is set after a question that names what it deletes, and removed', async () => {
    const link = await createLink()
    await askClickHouse(
      localStack()?.stores.clickhouse_url ?? '',
      `INSERT INTO analytics.clicks_raw_v1 (id, created_at, org_id, link_id)
       SELECT generateUUIDv4(), now() - INTERVAL 14 MONTH, ${orgId}, ${link.id} FROM numbers(1234)`,
    )
    await open('/settings', { look })
    const months = field('Months to keep clicks')
    await months.fill('601')
    await button('Save retention').click()
    await page
      .getByText(/at most 600/)
      .first()
      .waitFor()
    expect(await term()).toBeNull()

    await months.fill('12')
    await button('Save retention').click()
    const dialog = page.getByRole('dialog', { name: 'Delete 1,234 clicks?' })
    await dialog.getByText(/^Clicks of 1 link before \w+ 1, \d{4} \(UTC\)/).waitFor()
    await expectAccessible(page)
    await button('Cancel').click()
    expect(await term()).toBeNull()

    await button('Save retention').click()
    await button('Delete clicks').click()
    await page.getByText('Retention saved').waitFor()
    expect(await term()).toBe(12)

    await months.fill('')
    await button('Save retention').click()
    await expect.poll(term).toBeNull()
    expect(dashboard.complaints.filter((it) => !it.includes('400'))).toEqual([])
  })
})
