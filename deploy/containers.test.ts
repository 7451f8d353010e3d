import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Service {
  image: string
  mem_limit?: string
  environment?: Record<string, string>
}

const { services } = parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 }) as {
  services: Record<string, Service>
}
/** A value of docker-compose.yml without the settings that replace it. */
const plain = (text: string) => text.replace(/^\$\{\w+:-(.*)\}$/, '$1')
const UNITS: Record<string, number> = { m: 1, mb: 1, Mi: 1, g: 1_024, gb: 1_024, Gi: 1_024 }

function mebibytes(text = ''): number {
  const [, number, unit = ''] = /^(\d+)([a-zA-Z]+)$/.exec(plain(text)) ?? []
  return Number(number) * (UNITS[unit] ?? Number.NaN)
}

it.each(Object.entries(services))('%s has a memory limit', (_, { mem_limit }) => {
  expect(mebibytes(mem_limit)).toBeGreaterThan(0)
})

it.each(['gateway', 'redirect', 'link', 'catalog', 'bio', 'analytics', 'click-worker', 'backup'])(
  'the memory limit of %s is the one in Kubernetes',
  (name) => {
    const [, limit] = /limits: \{ memory: (\w+) \}/.exec(read(`deploy/k8s/base/${name}.yaml`)) ?? []
    expect(mebibytes(services[name]?.mem_limit)).toBe(mebibytes(limit))
  },
)

it('Redis has room for a rewrite of its append-only file, and ClickHouse for more than its queries', () => {
  const { redis, clickhouse } = services
  const { REDIS_MAXMEMORY } = redis?.environment ?? {}
  expect(mebibytes(redis?.mem_limit)).toBeGreaterThan(2 * mebibytes(REDIS_MAXMEMORY))
  const [, ratio] = /to_ram_ratio>([\d.]+)</.exec(read('deploy/clickhouse/logs.xml')) ?? []
  expect(Number(ratio)).toBeLessThanOrEqual(0.5)
  expect(mebibytes(clickhouse?.mem_limit)).toBeGreaterThanOrEqual(4_096)
})

it('a tag publishes the image after check, tests and docker compose, with its version and commit', () => {
  const { image } = parse(read('.github/workflows/ci.yml')).jobs
  expect(image.if).toBe("startsWith(github.ref, 'refs/tags/v')")
  expect(image.needs).toEqual(['check', 'test', 'compose'])
  expect(image.permissions).toEqual({ contents: 'read', packages: 'write' })
  const built = image.steps.map(({ run = '' }: { run?: string }) => run).join('\n')
  for (const [, name] of read('deploy/Dockerfile').matchAll(/^ARG (BUILD_\w+)/gm)) {
    expect(built).toContain(`--build-arg ${name}=`)
  }
})

it('Dependabot updates the images of every Dockerfile and docker compose file of the product', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as {
    updates: { 'package-ecosystem': string; directories?: string[] }[]
  }
  const listed = (ecosystem: string) =>
    updates.find((it) => it['package-ecosystem'] === ecosystem)?.directories
  const folders = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: ['**/node_modules', 'deploy/compose-test/**'] }).map(
      (file) => join('/', dirname(file)),
    )
  expect(listed('docker-compose')?.toSorted()).toEqual(
    folders('{.,deploy/**}/docker-compose.yml').toSorted(),
  )
  expect(listed('docker')).toEqual(expect.arrayContaining(folders('deploy/**/Dockerfile')))
})
