import { WrongSetting } from '@fingerpost/kit/http/problem'
import { stores } from '@fingerpost/kit/testing'
import { expect, it } from 'vitest'
import { openClickHouse } from './clickhouse.client.ts'

it('a slow read is answered, even if the URL contains a user', async () => {
  const url = new URL(stores.clickhouseUrl)
  url.username ||= 'default'
  const clickhouse = openClickHouse({ CLICKHOUSE_URL: url.href, CLICKHOUSE_DATABASE: 'system' })

  const slow = { text: 'SELECT sleep(1.5) AS slept', params: {} }
  expect(await clickhouse.read(slow)).toEqual([{ slept: 0 }])
  await clickhouse.close()
})

it('a server that refuses the account is unavailable because of a wrong setting', async () => {
  const url = new URL(stores.clickhouseUrl)
  url.username = 'nobody'
  const clickhouse = openClickHouse({ CLICKHOUSE_URL: url.href, CLICKHOUSE_DATABASE: 'system' })

  const cause = expect.any(WrongSetting)
  const refused = { kind: 'unavailable', cause }
  await expect(clickhouse.read({ text: 'SELECT 1', params: {} })).rejects.toMatchObject(refused)
  await expect(clickhouse.insert('one', [{ dummy: 1 }])).rejects.toMatchObject(refused)
  await expect(clickhouse.command('SELECT 1')).rejects.toMatchObject(refused)
  await clickhouse.close()
})
