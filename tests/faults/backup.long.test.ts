import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@fingerpost/kit/process/log'
import { openRedis } from '@fingerpost/kit/stores/redis'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withoutChoices } from '../../deploy/local/src/config.ts'
import { freePort } from '../../deploy/local/src/ports.ts'
import type { StackFacts } from '../../deploy/local/src/stack-file.ts'
import { balance, isWhole, untilEmpty } from './ledger.ts'
import { visitDuring } from './load.ts'
import { call, createLink, rows } from './requests.ts'
import { root } from './test-stack.ts'
import { until } from './until.ts'

const folder = mkdtempSync(join(tmpdir(), 'fingerpost-backup-'))
const data = join(folder, 'data')
const env = { ...withoutChoices(process.env), FINGERPOST_DATA: data, RATE_LIMIT_PER_MINUTE: '0' }
let port: number
let started: ChildProcess | undefined

beforeAll(async () => {
  port = await freePort()
})
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

const npm = (...words: string[]) =>
  spawn(process.execPath, ['deploy/local/run.mjs', ...words], {
    cwd: root,
    env: { ...env, FINGERPOST_PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const facts = (): StackFacts => JSON.parse(readFileSync(join(data, 'stack.json'), 'utf8'))

async function start() {
  started = npm('start')
  let text = ''
  started.stdout?.on('data', (bytes) => {
    text += bytes
  })
  await until(() => text.includes('Ctrl-C stops everything'), 'the stack')
  const { api_key, stores } = facts()
  return {
    url: `http://localhost:${port}`,
    folder: data,
    apiKey: api_key,
    stores: { clickhouseUrl: stores.clickhouse_url },
    redis: openRedis(stores.redis_url, 'cache', createLog('test', 'silent')),
  }
}

async function stop(): Promise<void> {
  if (!started) return
  const over = once(started, 'exit')
  started.kill('SIGTERM')
  await over
  started = undefined
}

/** Runs `npm run admin -- …` to completion. */
async function admin(...words: string[]): Promise<{ code: number; text: string }> {
  const child = npm('admin', ...words)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      text += bytes
    })
  }
  const [code] = await once(child, 'close')
  return { code, text }
}

it('a backup taken with clicks in flight restores every click, link and key after all data is lost', async () => {
  let stack = await start()
  const link = await createLink(stack)
  const limited = await createLink(stack, { expires_after: 50 })
  const backup = join(folder, 'backup')
  const seen = await visitDuring(
    stack.url,
    link.slug,
    { perSecond: 200, atLeast: 500 },
    async () => {
      // Queued clicks are part of the backup too.
      await stack.redis.set('left', 'as it was')
    },
  )
  const taken = await visitDuring(stack.url, limited.slug, { perSecond: 100, atLeast: 50 }, () =>
    Promise.resolve(),
  )
  expect(taken.answered.size).toBe(50)
  expect(await admin('backup', backup)).toMatchObject({ code: 0 })
  expect((await admin('backup', backup)).code).toBe(1)
  const checked = await admin('backup', 'check', backup)
  expect(checked.text).toContain('"faults": []')
  expect(JSON.parse(checked.text.slice(checked.text.indexOf('{')))).toMatchObject({
    ok: true,
    postgres_rows: expect.toSatisfy((rows: number) => rows > 5),
    clickhouse_rows: expect.toSatisfy((rows: number) => rows > 5),
  })
  expect((await admin('signin')).text).toContain(`:${port}/app/#signin=`)
  expect((await admin('domain', 'list', '--all')).text).toContain("Unknown option '--all'")
  expect((await admin('restore', backup)).text).toContain('already running')
  stack.redis.disconnect()
  await stop()
  rmSync(data, { recursive: true })

  expect(await admin('restore', backup)).toMatchObject({
    code: 0,
    text: expect.stringMatching(/"links": 2,\s+"differences": /),
  })
  expect((await admin('restore', backup)).text).toContain('--replace')
  stack = await start()
  await untilEmpty(stack)
  expect(await admin('reconcile')).toMatchObject({ code: 0 })

  const it = await balance(stack, link, seen)
  expect({ whole: isWhole(it), lost: it.lost, double: it.double }).toEqual({
    whole: true,
    lost: [],
    double: [],
  })
  expect((await balance(stack, limited, taken)).stored).toBe(50)
  expect(await stack.redis.get('left')).toBe('as it was')
  const answer = await fetch(`${stack.url}/${limited.slug}`, { redirect: 'manual' })
  expect(answer.status).toBe(410)
  const fresh = await createLink(stack)
  expect(Number(fresh.id)).toBeGreaterThan(Number(limited.id))
  expect((await call(stack, 'GET', `/link/${fresh.id}`)).status).toBe(200)
  expect(await rows(stack, 'SELECT count() AS count FROM clicks_rejected_v1')).toEqual([
    { count: 0 },
  ])
  stack.redis.disconnect()
})
