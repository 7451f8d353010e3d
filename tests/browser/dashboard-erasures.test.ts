import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import { expect, it } from 'vitest'
import { localStack } from '../stack.ts'
import {
  api,
  button,
  createLink,
  dashboard,
  dialog,
  field,
  open,
  orgId,
  page,
  useTeams,
} from './links.ts'

useTeams()

interface Erasure {
  link_ids: string[]
  address: string | null
}

const erasures = async () => (await api<{ items: Erasure[] }>('GET', '/erasure')).body.items

it.runIf(localStack())(
  'clicks are deleted after a question with their number, and listed',
  async () => {
    const [link, other] = [await createLink(), await createLink()]
    await askClickHouse(
      localStack()?.stores.clickhouse_url ?? '',
      `INSERT INTO analytics.clicks_raw_v1 (id, created_at, org_id, link_id, ip)
     SELECT generateUUIDv4(), now() - INTERVAL 2 MONTH, ${orgId},
       arrayJoin([${link.id}, ${other.id}]), '192.0.2.7' FROM numbers(1234)`,
    )
    await open('/settings')
    await button('Select clicks').click()
    await button('Show number of clicks').click()
    await page.getByText('Select links, a domain, a time range or an address.').waitFor()

    await field('Links').fill(link.slug)
    await page.getByRole('option', { name: new RegExp(link.slug) }).click()
    await field('IP address or network').fill('198.51.100.0/24')
    await button('Show number of clicks').click()
    await page.getByText('No clicks match').waitFor()

    await field('IP address or network').fill('192.0.2.0/24')
    await button('Show number of clicks').click()
    const question = page.getByRole('dialog', { name: 'Delete 1,234 clicks?' })
    await question.getByText(/^Clicks of 1 link, including those of bots/).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await erasures()).toEqual([])
    expect(await field('IP address or network').inputValue()).toBe('192.0.2.0/24')

    await button('Show number of clicks').click()
    await question.getByRole('button', { name: 'Delete clicks' }).click()
    await dialog().first().waitFor({ state: 'detached' })
    const listed = page.getByRole('list', { name: 'Deleted clicks' }).getByRole('listitem')
    await listed.filter({ hasText: `${link.slug} · 192.0.2.0/24` }).waitFor()
    expect(await erasures()).toMatchObject([{ link_ids: [link.id], address: '192.0.2.0/24' }])
    expect(dashboard.complaints).toEqual([])
  },
)
