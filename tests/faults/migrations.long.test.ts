import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '@fingerpost/kit/stores/migrate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, openHouse, root } from './house.ts'
import { call, createLink } from './reach.ts'
import { visit } from './visitor.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house?.close())

describe.each(['catalog', 'link', 'bio', 'analytics'])('%s', (service) => {
  it('three concurrent migrations bring an empty database up to date, and a fourth has nothing to do', async () => {
    const database = new URL(house.stores.databaseUrl)
    database.pathname = `/fresh_${service}`
    const env = {
      ...house.environment(service),
      DATABASE_URL: database.href,
      CLICKHOUSE_URL: house.stores.clickhouseUrl,
      CLICKHOUSE_DATABASE: 'analytics_fresh',
    }
    const start = () =>
      promisify(execFile)(process.execPath, [`services/${service}/src/migrate.ts`], {
        cwd: root,
        env,
      })

    await Promise.all([start(), start(), start()])
    await start()
  })
})

it('a failed migration changes nothing, and running processes keep working', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-migrations-'))
  const ours = join(root, 'services', 'link', 'migrations')
  const database = new URL(house.stores.databaseUrl)
  database.pathname = '/link'
  const link = await createLink(house)
  try {
    cpSync(ours, folder, { recursive: true })
    const broken = 'alter table links drop column title;\nselect no_such_function();\n'
    writeFileSync(join(folder, '9999_broken.sql'), broken)

    await expect(migrate(database.href, folder)).rejects.toThrow('no_such_function')
  } finally {
    rmSync(folder, { recursive: true })
  }
  const { status, body } = await call(house, 'GET', `/link/${link.id}`)
  expect([status, body.title]).toEqual([200, 'x'])
  expect((await visit(house, (await createLink(house)).slug)).status).toBe(302)
  expect(await migrate(database.href, ours)).toEqual([])
})
