import { stores } from '@fingerpost/kit/testing'
import { expect, it } from 'vitest'
import { openClickHouse } from './clickhouse.client.ts'

it('a statement may take longer than the connection may be silent', async () => {
  const place = { CLICKHOUSE_URL: stores.clickhouseUrl, CLICKHOUSE_DATABASE: 'system' }
  const clickhouse = openClickHouse(place)
  const slow = `INSERT INTO FUNCTION null('slept UInt8')
    SELECT sleepEachRow(1) FROM numbers(13) SETTINGS max_block_size = 1`

  await expect(clickhouse.command(slow)).resolves.toBe(undefined)
  await clickhouse.close()
})
