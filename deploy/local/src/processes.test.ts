import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { type ProcessContext, planProcesses } from './processes.ts'

const around: ProcessContext = {
  databaseUrl: 'postgres://me:secret@db:5433/postgres?sslmode=require',
  clickhouseUrl: 'http://ch:8123',
  redisCacheUrl: 'redis://cache',
  redisQueueUrl: 'redis://queue',
  apiKey: 'fp_key',
  initialDomain: 'localhost',
  grpcSecret: 'shh',
  spoolFolder: '/data/spool',
  countryDatabase: '/data/geo/country.mmdb',
  gateway: { host: '0.0.0.0', port: 8080 },
  env: { LOG_LEVEL: 'warn', GRPC_SHARED_SECRET_FILE: '/run/secret' },
}

async function plan(change: Partial<ProcessContext> = {}) {
  const processes = await planProcesses({ ...around, ...change })
  return Object.fromEntries(processes.map((it) => [it.name, it]))
}

it('passes the addresses of all processes to every process', async () => {
  const { catalog, redirect, gateway, ...rest } = await plan()

  for (const { env } of [catalog!, redirect!, gateway!, ...Object.values(rest)]) {
    expect(env.CATALOG_ADDRESS).toBe(`127.0.0.1:${catalog!.env.GRPC_PORT}`)
    expect(env.REDIRECT_URL).toBe(`http://127.0.0.1:${redirect!.env.HTTP_PORT}`)
    expect(Object.keys(env)).toEqual(
      expect.arrayContaining(['LINK_ADDRESS', 'BIO_ADDRESS', 'ANALYTICS_ADDRESS', 'BIO_URL']),
    )
  }
})

it('gives each process a separate admin port', async () => {
  const processes = Object.values(await plan())
  const ports = processes.flatMap(({ env }) => [env.ADMIN_PORT, env.GRPC_PORT, env.HTTP_PORT])
  const given = ports.filter((port) => port !== undefined)

  expect(new Set(given).size).toBe(given.length)
  for (const it of processes) expect(it.adminUrl).toBe(`http://127.0.0.1:${it.env.ADMIN_PORT}`)
})

it('copies share the port of HTTP and have their own port of health and metrics', async () => {
  const processes = await plan({ copies: { gateway: 2, redirect: 3, 'click-worker': 2 } })
  const { gateway, redirect } = processes
  const [second, third] = [processes['redirect-2'], processes['redirect-3']]

  expect(Object.keys(processes)).toHaveLength(11)
  expect([second?.httpPort, third?.httpPort]).toEqual([redirect?.httpPort, redirect?.httpPort])
  expect(processes['gateway-2']?.env.HTTP_PORT).toBe(gateway?.env.HTTP_PORT)
  expect(new Set(Object.values(processes).map(({ adminUrl }) => adminUrl)).size).toBe(11)
  for (const it of [redirect, second, third]) expect(it?.env.HTTP_REUSE_PORT).toBe('true')
  expect(processes.link?.env.HTTP_REUSE_PORT).toBeUndefined()
})

it('gives redirect the port that was chosen for it', async () => {
  const { redirect, gateway, bio } = await plan({ redirectPort: 8090 })

  expect(redirect?.env.HTTP_PORT).toBe('8090')
  expect(gateway?.env.REDIRECT_URL).toBe('http://127.0.0.1:8090')
  expect(bio?.env.HTTP_PORT).not.toBe('8090')
})

it('gives each service a separate database on one server', async () => {
  const { catalog, link, bio } = await plan()

  expect([catalog, link, bio].map((it) => it?.env.DATABASE_URL)).toEqual(
    ['catalog', 'link', 'bio'].map(
      (name) => `postgres://me:secret@db:5433/${name}?sslmode=require`,
    ),
  )
})

it('creates the first team with the configured domain', async () => {
  const { initialDomain } = readConfig({ INITIAL_DOMAIN: 'go.example.com' }, '/')
  const { catalog } = await plan({ initialDomain })

  expect(catalog?.env.INITIAL_DOMAIN).toBe('go.example.com')
})

it('shows the port of the gateway in short URLs by default', async () => {
  const { link, bio } = await plan()
  const behindProxy = await plan({ env: { SHORT_URL_SCHEME: 'https', SHORT_URL_PORT: '443' } })

  for (const it of [link, bio]) {
    expect(it?.env).toMatchObject({ SHORT_URL_SCHEME: 'http', SHORT_URL_PORT: '8080' })
  }
  expect(behindProxy.link?.env).toMatchObject({ SHORT_URL_SCHEME: 'https', SHORT_URL_PORT: '443' })
})

it('makes only the gateway listen on the configured address', async () => {
  const { gateway, ...others } = await plan()

  expect(gateway?.env).toMatchObject({ HTTP_HOST: '0.0.0.0', HTTP_PORT: '8080' })
  for (const { env } of Object.values(others)) expect(env.HTTP_HOST).toBeUndefined()
})

it('passes on the environment without any NAME_FILE that would override its own settings', async () => {
  const { bio } = await plan()

  expect(bio?.env).toMatchObject({ LOG_LEVEL: 'warn', GRPC_SHARED_SECRET: 'shh' })
  expect(bio?.env.GRPC_SHARED_SECRET_FILE).toBeUndefined()
})

it('blocks outgoing requests to the ports of stores and processes', async () => {
  const redisCacheUrl = 'redis+cluster://me:4444@a:7001,b:7002'
  const { gateway, link, catalog } = await plan({ redisCacheUrl })
  const blocked = gateway!.env.FETCH_BLOCKED_PORTS?.split(',')

  expect(blocked).toEqual(expect.arrayContaining(['5433', '8123', '7001', '7002']))
  expect(blocked).toEqual(expect.arrayContaining([link!.env.GRPC_PORT, catalog!.env.ADMIN_PORT]))
  expect(blocked).not.toContain('4444')
  expect(link!.env.FETCH_BLOCKED_PORTS).toBe(gateway!.env.FETCH_BLOCKED_PORTS)
})
