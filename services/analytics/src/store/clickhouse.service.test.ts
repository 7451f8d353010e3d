import { stores } from '@fingerpost/kit/testing'
import { expect, it } from 'vitest'
import { openClickHouse } from './clickhouse.client.ts'

it('a read that takes its time is answered, also where the URL names a user', async () => {
  const url = new URL(stores.clickhouseUrl)
  url.username ||= 'default'
  const clickhouse = openClickHouse({ CLICKHOUSE_URL: url.href, CLICKHOUSE_DATABASE: 'system' })

  const slow = { text: 'SELECT sleep(1.5) AS slept', params: {} }
  expect(await clickhouse.read(slow)).toEqual([{ slept: 0 }])
  await clickhouse.close()
})
