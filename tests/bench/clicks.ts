import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createLog } from '@fingerpost/kit/process/log'
import { openClickHouse } from '../../services/analytics/src/store/clickhouse.client.ts'
import { migrate } from '../../services/analytics/src/store/migration.repository.ts'
import { dayOf } from '../../services/analytics/src/visitors/day.rules.ts'
import { visitorDayRepository } from '../../services/analytics/src/visitors/visitor-day.repository.ts'
import { countVisitors } from '../../services/analytics/src/visitors/visitor-day.worker.ts'

/** Clicks cover the year before this date, so that every period of the benchmark has some. */
export const YEAR_END_MS = Date.UTC(2026, 10, 20)
const YEAR_SECONDS = 365 * 86_400
const AT_ONCE = 1_250_000
/** Less than a generated part. */
const NEW_BYTES = 50_000_000

export type Clicks = Awaited<ReturnType<typeof openClicks>>

/**
 * Distribution of the clicks: team 1 has all clicks and links, or some 6 % among 500 other teams;
 * or 10,000 teams of Zipf-distributed sizes, of which team n is n times as small as team 1.
 */
export type Spread = 'one team' | 'many teams' | '10,000 teams'

/**
 * A database with the clicks twice: in the product's tables, and in a table without projections.
 * Both have the same order and file layout, so only the pre-aggregated rollups differ.
 */
export async function openClicks(url: string) {
  const database = `analytics_bench_${randomBytes(4).toString('hex')}`
  const env = { CLICKHOUSE_URL: url, CLICKHOUSE_DATABASE: database }
  await migrate(env, join(import.meta.dirname, '../../services/analytics/migrations'))
  const clickhouse = openClickHouse(env)
  /** Does not use the product's client, which times out after ten seconds. */
  const command = (statement: string) => ask(url, database, statement)
  const rows = await clickhouse.read<{ name: string }>({
    text: `SELECT name FROM system.projections WHERE database = currentDatabase()`,
    params: {},
  })
  const projections = rows.map(({ name }) => name)
  await command('CREATE TABLE plain AS clicks_raw_v1')
  await command(`ALTER TABLE plain ${projections.map((it) => `DROP PROJECTION ${it}`).join(', ')}`)
  // Equivalent to SYSTEM STOP MERGES, which the product's account is not allowed to run.
  for (const table of ['plain', 'clicks_raw_v1']) {
    await command(`ALTER TABLE ${table} MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1`)
  }
  return {
    clickhouse,
    database,
    /** Runs a plain statement with no timeout and returns its rows. */
    async plain(statement: string): Promise<unknown[]> {
      const lines = (await command(`${statement} FORMAT JSONEachRow`)).split('\n')
      return lines.filter(Boolean).map((line) => JSON.parse(line))
    },
    /** Empties both tables and generates this many clicks in both, inside ClickHouse. */
    async fill(count: number, spread: Spread): Promise<void> {
      for (const table of ['plain', 'clicks_raw_v1', 'links_v1']) {
        await command(`TRUNCATE TABLE ${table}`)
      }
      await command(links(spread))
      let next = 0
      const insert = async () => {
        while (next < count) {
          const from = next
          next += AT_ONCE
          await command(statement(from, Math.min(AT_ONCE, count - from), count, spread))
        }
      }
      await Promise.all(Array.from({ length: availableParallelism() }, insert))
      const partitions = await clickhouse.read<{ id: string }>({
        text: `SELECT DISTINCT partition_id AS id FROM system.parts
          WHERE active AND database = currentDatabase() AND table = 'plain'`,
        params: {},
      })
      for (const { id } of partitions) {
        await command(`ALTER TABLE clicks_raw_v1 ATTACH PARTITION ID '${id}' FROM plain`)
      }
      // What background merges would have done long ago.
      const all = projections.map((it) => `MATERIALIZE PROJECTION ${it}`).join(', ')
      await command(`ALTER TABLE clicks_raw_v1 ${all} SETTINGS mutations_sync = 1`)
    },
    /**
     * Merges the clicks of these months, such as 202611, as the product would have done by now, and from
     * now on the parts of new clicks.
     */
    async merge(months: readonly number[]): Promise<void> {
      for (const month of months) {
        await command(`OPTIMIZE TABLE clicks_raw_v1 PARTITION ${month} FINAL`)
      }
      await command(
        `ALTER TABLE clicks_raw_v1 MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = ${NEW_BYTES}`,
      )
    },
    /** Counts the visitors of the last `days` days, by default of all, as the click worker does. */
    async countVisitors(days = 400): Promise<void> {
      for (const table of ['visitors_v1', 'visitor_days_v1']) {
        await command(`TRUNCATE TABLE ${table}`)
      }
      const [known, last] = [YEAR_END_MS - days * 86_400_000, YEAR_END_MS - 2 * 86_400_000].map(
        dayOf,
      )
      const store = visitorDayRepository(clickhouse, '')
      await store.note(known ?? '', last ?? '', YEAR_END_MS)
      await countVisitors({ store, log: createLog('bench', 'silent') })
    },
    async close(): Promise<void> {
      await command(`DROP DATABASE ${database}`)
      await clickhouse.close()
    },
  }
}

/** Over a connection without a timeout, because the server may send nothing for minutes. */
async function ask(url: string, database: string, statement: string): Promise<string> {
  const address = `${url}/?database=${database}&max_execution_time=0`
  const asked = request(address, { method: 'POST', agent: AGENT }).end(statement)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const body = await text(answer)
  if (answer.statusCode !== 200) throw new Error(body)
  return body
}

const AGENT = new Agent({ keepAlive: true })

const statement = (from: number, chunk: number, count: number, spread: Spread) =>
  `INSERT INTO plain ${made(from, chunk, count, spread)}
    SETTINGS max_threads = 1, max_insert_threads = 1, max_partitions_per_insert_block = 0,
      min_insert_block_size_rows = ${AT_ONCE}, min_insert_block_size_bytes = 0`

/** One of three pseudo-random values from a hash, in [0, 1). */
const share = (hash: string, n: number) => `(intDiv(${hash}, ${10 ** (6 * n)}) % 1000000) / 1000000`
/** A Zipf-distributed number from 1 to `most`: n is n times as rare as 1. */
const zipf = (chance: string, most: string | number) =>
  `toUInt64(floor(exp(${chance} * log(${most}))))`
const oneOf = (names: string, number: string) => {
  const list = names.split(' ').map((name) => `'${name.replaceAll('_', ' ')}'`)
  return `[${list.join(', ')}][1 + ${number} % ${list.length}]`
}

const ADDRESS = `concat('https://shop-', toString(link % 1000), '.example/products/', toString(link))`
/** The columns of a link, from `link` and `mine`. */
const linkColumns = (spread: Spread) => `
  ${spread === '10,000 teams' ? '1 + (link - 1) % 10000' : 'if(mine, 1, 2 + link % 500)'} AS org_id,
  link AS link_id, 1 + link % 5 AS domain_id,
  concat('go', toString(link % 5), '.example') AS domain, concat('s', toString(link)) AS slug,
  concat('https://', domain, '/', slug) AS short_url,
  concat('Product ', toString(link), ' in the shop') AS title`

/** All links in their current state. */
const links = (spread: Spread) => `
INSERT INTO links_v1 (version, url, org_id, link_id, domain_id, domain, slug, short_url, title)
WITH 1 + number AS link, ${spread === 'one team' ? 'true' : 'link < 6000'} AS mine
SELECT 1, ${ADDRESS}, ${linkColumns(spread)} FROM numbers(100000)`

/** Some two clicks each, so that the column has about as many different values as a real one. */
const visitorsPerDay = (total: number) => Math.ceil(total / 365 / 2)

/** The link of a click, from `h1` and `mine`. */
const linkOf: Record<Spread, string> = {
  'one team': zipf(share('h1', 1), 100_000),
  'many teams': `if(mine, 0, 6000) + ${zipf(share('h1', 1), 'if(mine, 6000, 94000)')}`,
  '10,000 teams': `10000 * (${zipf(share('h1', 0), 10)} - 1) + ${zipf(share('h1', 1), 10_000)}`,
}

function made(from: number, chunk: number, total: number, spread: Spread): string {
  const startMs = YEAR_END_MS - YEAR_SECONDS * 1_000
  return `
WITH toUInt64(${from} + number) AS n,
  cityHash64(n) AS h1, cityHash64(n, 1) AS h2, cityHash64(n, 2) AS h3,
  ${spread === 'one team' ? 'true' : `${share('h1', 0)} < 0.06`} AS mine,
  ${linkOf[spread]} AS link,
  ${zipf(share('h1', 2), 200)} AS place, ${zipf(share('h2', 0), 60)} AS town,
  ${zipf(share('h2', 1), 80)} AS agent,
  char(65 + place % 26, 65 + intDiv(place, 26) % 26) AS code,
  if(link % 10 = 0, toUInt64(${share('h2', 2)} * 3), 0) AS chosen,
  ${share('h3', 0)} < 0.3 AS tagged,
  ${zipf(share('h3', 1), 300)} AS campaign, ${zipf(share('h3', 2), 500)} AS site
SELECT toUUID(concat('01930000-0000-7000-8000-', leftPad(lower(hex(n)), 12, '0'))) AS id,
  fromUnixTimestamp64Milli(toInt64(${startMs}
    + n / ${total} * ${YEAR_SECONDS * 1_000 - 1_000_000} + h2 % 1000000), 'UTC') AS created_at,
  ${linkColumns(spread)}, concat(${ADDRESS}, if(chosen > 0, concat('?v=', toString(chosen)), '')) AS url,
  ['main', 'b', 'c'][chosen + 1] AS variant, if(chosen > 0, 'ab', 'link') AS trigger,
  IPv4NumToString(toUInt32(h3)) AS ip,
  ${oneOf('Chrome Mobile_Safari Safari Edge Firefox Samsung_Internet Opera Instagram Facebook WebView Brave Vivaldi', 'agent')} AS browser,
  ${oneOf('Windows iOS Android macOS Linux ChromeOS Ubuntu', 'agent')} AS os,
  ${oneOf('Desktop Mobile Tablet Mobile', 'agent')} AS device,
  ${oneOf('Dell Apple Samsung Xiaomi Google Huawei Motorola', 'agent')} AS brand,
  ${oneOf('Windows iOS Android macOS Linux ChromeOS Linux', 'agent')} AS platform,
  ${oneOf('en en-GB de-DE fr-FR es pt-BR it nl pl cs-CZ ja zh-CN ko tr sv', '(place + (h3 % 10 = 0))')} AS language,
  '' AS color_scheme, if(h3 % 10 < 3, '', concat('site-', toString(site), '.example')) AS referer,
  ${oneOf('Europe North_America Asia South_America Africa Oceania', 'place')} AS continent,
  code AS country, concat('Region ', code, toString(town % 8)) AS region,
  concat('City ', code, toString(town)) AS city,
  concat('{"latitude":', toString(place % 90), '.1,"longitude":', toString(town),
    '.2,"accuracy_radius":20,"time_zone":"Europe/Berlin"}') AS geo,
  if(tagged, concat('{"utm_source":"s', toString(campaign % 10), '","q":"', toString(h3 % 100000),
    '"}'), '{}') AS query,
  if(tagged, concat('source', toString(campaign % 10)), '') AS utm_source,
  if(tagged, ['email', 'social', 'cpc', 'banner'][1 + campaign % 4], '') AS utm_medium,
  if(tagged, concat('campaign-', toString(campaign)), '') AS utm_campaign, '' AS utm_term,
  if(tagged, concat('content', toString(h3 % 3)), '') AS utm_content, '' AS utm_reference,
  device != 'Desktop' AS is_mobile, continent = 'Europe' AS is_eu, h1 % 12 = 0 AS is_bot,
  false AS opted_out, sipHash64(toDate(created_at), h2 % ${visitorsPerDay(total)}) AS visitor
FROM numbers(${chunk})`
}
