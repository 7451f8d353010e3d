import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { log, openTestAnalytics } from '../testing/stack.ts'
import { geoHandlers } from './geo.handlers.ts'

const lifecycle = new Lifecycle(log)
let geo: Awaited<ReturnType<typeof openTestAnalytics>>['geo']

beforeAll(async () => {
  const nowhere = { CLICKHOUSE_URL: 'http://127.0.0.1:1', CLICKHOUSE_DATABASE: 'none' }
  ;({ geo } = await openTestAnalytics(lifecycle, nowhere)) // addresses need no ClickHouse
})
afterAll(() => lifecycle.close())

it('an address is located, with the network to which the result applies', async () => {
  expect(await geo.locateAddress({ ip: '81.2.69.142' })).toMatchObject({
    continent: { code: 'EU', names: { en: 'Europe', 'pt-BR': 'Europa' } },
    country: { iso_code: 'GB', is_in_european_union: false, geoname_id: 2635167 },
    city: { names: { en: 'Gamlingay' } },
    location: { time_zone: 'Europe/London', accuracy_radius: 100 },
    subdivisions: [{ iso_code: 'ENG' }, { iso_code: 'CAM' }],
    postal: { code: 'SG19' },
    traits: { ip_address: '81.2.69.142', network: '81.2.68.0/22', is_anonymous: false },
  })
})

it('an address with little data has fewer parts', async () => {
  const located = await geo.locateAddress({ ip: '8.8.8.8' })
  expect(located).toMatchObject({ country: { iso_code: 'US' }, subdivisions: [] })
  expect(located.city).toBeUndefined()
  expect(located.postal).toBeUndefined()
  expect(located.traits?.network).toBe('8.8.0.0/17')
})

it.each([
  ['::ffff:81.2.69.142', '81.2.69.142'],
  ['2001:4860:4860::8888', '2001:4860:4860::8888'],
  ['2001:4860:4860:0:0:0:0:8888', '2001:4860:4860::8888'],
])('%s is located', async (ip, described) => {
  expect((await geo.locateAddress({ ip })).traits?.ip_address).toBe(described)
})

it.each([
  '',
  'x',
  '999.1.1.1',
  '1.2.3',
  '8.8.8.8:80',
  ' 8.8.8.8',
  '0x7f.1',
  'fe80::1%eth0',
  '08.8.8.8',
  '1'.repeat(10_000),
])('%j is no address', async (ip) => {
  await expect(geo.locateAddress({ ip })).rejects.toMatchObject({
    kind: 'invalid',
    code: 'invalid_ip',
    errors: [{ field: 'ip' }],
  })
})

it.each(['127.0.0.1', '10.1.2.3', '192.168.0.1', '::1', 'fc00::1', '0.0.0.0', '240.0.0.1'])(
  '%s is an unknown address',
  async (ip) => {
    await expect(geo.locateAddress({ ip })).rejects.toMatchObject({
      kind: 'not_found',
      code: 'geo_not_found',
    })
  },
)

it('without a database the lookup is unavailable, but an invalid address is still invalid', async () => {
  const context = {
    requestId: 'r',
    isCancelled: () => false,
    leftMs: () => 5_000,
    caller: () => ({ orgId: 1, userId: 1, scopes: [] }),
    log,
  }
  const { locateAddress } = geoHandlers({
    available: false,
    locate: () => undefined,
    knows: () => false,
  })
  await expect(locateAddress({ ip: '8.8.8.8' }, context)).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'geo_database_unavailable',
  })
  await expect(locateAddress({ ip: 'x' }, context)).rejects.toMatchObject({ code: 'invalid_ip' })
})

it('names of places that no address has are unknown, in any case', async () => {
  const names = ['Prague', 'prague', 'München', 'Atlantis on Sea', 'x'.repeat(300), '']
  const { unknown } = await geo.checkPlaces({ names })

  expect(unknown).toEqual(['Atlantis on Sea', 'x'.repeat(300)])
})
