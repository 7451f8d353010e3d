import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import { describe, expect, it } from 'vitest'
import { localStack } from '../stack.ts'
import { expectAccessible, LOOKS } from './dashboard.ts'
import {
  button,
  createLink,
  dashboard,
  field,
  LONG_MS,
  open,
  orgId,
  page,
  useTeams,
} from './links.ts'

useTeams()

describe.runIf(localStack()).each(LOOKS)('$name', (look) => {
  it('deleting clicks is accessible, from the form to the end', { timeout: LONG_MS }, async () => {
    const link = await createLink()
    await askClickHouse(
      localStack()?.stores.clickhouse_url ?? '',
      `INSERT INTO analytics.clicks_raw_v1 (id, created_at, org_id, link_id)
       SELECT generateUUIDv4(), now() - INTERVAL 2 MONTH, ${orgId}, ${link.id} FROM numbers(1234)`,
    )
    await open('/settings', { look })
    await button('Select clicks').click()
    await field('From').fill('2020-01-01T00:00')
    await field('Links').fill(link.slug)
    await page.getByRole('option', { name: new RegExp(link.slug) }).click()
    await page.keyboard.press('Tab')
    await expectAccessible(page)

    await button('Show number of clicks').click()
    const dialog = page.getByRole('dialog', { name: 'Delete 1,234 clicks?' })
    await dialog.waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete clicks' }).click()

    const listed = page.getByRole('list', { name: 'Deleted clicks' }).getByRole('listitem')
    await listed.filter({ hasText: 'Deleted 1,234 clicks' }).waitFor()
    await expectAccessible(page)
    expect(dashboard.complaints).toEqual([])
  })
})
