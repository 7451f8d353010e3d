import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '@fingerpost/kit/stores/migrate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, createLink } from './requests.ts'
import { root, startTestStack, type TestStack } from './test-stack.ts'
import { visit } from './visitor.ts'

let testStack: TestStack
beforeAll(async () => {
  testStack = await startTestStack()
})
afterAll(() => testStack?.close())

describe.each(['catalog', 'link', 'bio', 'analytics'])('%s', (service) => {
  it('three concurrent migrations bring an empty database up to date, and a fourth has nothing to do', async () => {
    const database = new URL(testStack.stores.databaseUrl)
    database.pathname = `/fresh_${service}`
    const env = {
      ...testStack.environment(service),
      DATABASE_URL: database.href,
      CLICKHOUSE_URL: testStack.stores.clickhouseUrl,
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
  const database = new URL(testStack.stores.databaseUrl)
  database.pathname = '/link'
  const link = await createLink(testStack)
  try {
    cpSync(ours, folder, { recursive: true })
    const broken = 'alter table links drop column title;\nselect no_such_function();\n'
    writeFileSync(join(folder, '9999_broken.sql'), broken)

    await expect(migrate(database.href, folder)).rejects.toThrow('no_such_function')
  } finally {
    rmSync(folder, { recursive: true })
  }
  const { status, body } = await call(testStack, 'GET', `/link/${link.id}`)
  expect([status, body.title]).toEqual([200, 'x'])
  expect((await visit(testStack, (await createLink(testStack)).slug)).status).toBe(302)
  expect(await migrate(database.href, ours)).toEqual([])
})
