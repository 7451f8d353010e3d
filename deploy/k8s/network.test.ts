import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig as readGateway } from '../../gateway/src/config.ts'
import { readConfig as readRedirect } from '../../services/redirect/src/config.ts'
import { canRender, type Manifest, render, renderWith, workloads } from './manifests.ts'

const find = (manifests: Manifest[], kind: string, name: string) =>
  manifests.find((it) => it.kind === kind && it.metadata.name === name)

/** The processes and jobs that a policy selects by name. */
const selected = (policy: Manifest | undefined): string[] =>
  (policy?.spec.podSelector.matchExpressions?.[0].values ?? []).toSorted()

describe.runIf(canRender)('egress', () => {
  const manifests = canRender ? render('production') : []
  const policy = (name: string) => find(manifests, 'NetworkPolicy', name)
  const containers = [
    ...workloads(manifests).map(({ process, container }) => ({ process, container })),
    ...manifests
      .filter(({ kind }) => kind === 'CronJob')
      .map(({ metadata, spec }) => ({
        process: metadata.name,
        container: spec.jobTemplate.spec.template.spec.containers[0],
      })),
  ]
  const withSetting = (setting: string) =>
    containers
      .filter(({ container }) =>
        container.env?.some(({ name }: { name: string }) => name === setting),
      )
      .map(({ process }) => process)

  it('is denied to every pod unless a policy allows it', () => {
    expect(policy('nowhere')?.spec).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'fingerpost' } },
      policyTypes: ['Egress'],
    })
  })

  it.each([
    ['postgres', 'DATABASE_URL', 5432],
    ['redis', 'REDIS_URL', 6379],
    ['clickhouse', 'CLICKHOUSE_URL', 8123],
  ])('to %s is allowed to the pods that have %s', (store, setting, port) => {
    const names = selected(policy(store)).filter((name) => name !== 'migrate')
    expect(names).toEqual(withSetting(setting).toSorted())
    expect(policy(store)?.spec.egress).toEqual([{ ports: [{ port }] }])
  })

  it('to the internet is allowed to gateway, link and backup, without private addresses', () => {
    expect(selected(policy('internet'))).toEqual(['backup', 'gateway', 'link'])
    const [{ to, ports }] = policy('internet')?.spec.egress ?? []
    expect(to[0].ipBlock.except).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']))
    expect(ports).toEqual([{ port: 80 }, { port: 443 }])
  })
})

describe.runIf(canRender)('TRUSTED_PROXIES', () => {
  const data = canRender
    ? render('production').find(({ kind }) => kind === 'ConfigMap')?.data
    : undefined

  it.each([
    ['gateway', readGateway],
    ['redirect', readRedirect],
  ])('of the overlay must be replaced before %s starts', (_, read) => {
    expect(() => read({ TRUSTED_PROXIES: data?.TRUSTED_PROXIES })).toThrow(
      'TRUSTED_PROXIES is not a list of networks',
    )
  })
})

describe.runIf(canRender)('the component caddy', () => {
  const manifests = canRender ? renderWith('components/caddy') : []
  const pod = find(manifests, 'Deployment', 'caddy')?.spec.template.spec

  it.each(manifests.map((it) => [`${it.kind} ${it.metadata.name}`, it] as const))(
    '%s matches the Kubernetes schema',
    async (_, manifest) => {
      const { apiVersion, kind } = manifest
      const models = await import(/* @vite-ignore */ `kubernetes-models/${apiVersion}/${kind}`)
      const model = new models[kind](manifest)
      expect(() => model.validate()).not.toThrow()
    },
  )

  it('is the only way in for visitors, and may ask redirect for certificates', () => {
    expect(manifests.filter(({ kind }) => kind === 'Ingress')).toEqual([])
    const from = { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'caddy' } } }
    expect(find(manifests, 'NetworkPolicy', 'world')?.spec.ingress).toEqual([
      { from: [from], ports: [{ port: 'http' }] },
    ])
    const ask = find(manifests, 'NetworkPolicy', 'certificates')?.spec
    expect(ask.podSelector.matchLabels).toEqual({ 'app.kubernetes.io/name': 'redirect' })
    expect(ask.ingress).toEqual([{ from: [from], ports: [{ port: 'admin' }] }])
  })

  it('gives the Caddyfile of docker compose its settings and the hosts that it names', () => {
    const root = join(import.meta.dirname, '..', '..')
    const caddyfile = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')
    const [container] = pod.containers
    const given = `${JSON.stringify(container.env)} ${container.command.join(' ')}`
    for (const [, name = ''] of caddyfile.matchAll(/\{\$(\w+)/g)) expect(given).toContain(name)
    const hosts = [...caddyfile.matchAll(/(?:dynamic a |http:\/\/)([a-z]+)[ :](\d+)/g)]
    expect(hosts.map(([, name, port]) => `${name}:${port}`).toSorted()).toEqual([
      'gateway:8080',
      'redirect:8080',
      'redirect:9090',
    ])
    for (const [, name = '', port] of hosts) {
      const { ports } = find(manifests, 'Service', name)?.spec ?? {}
      expect(ports.map((it: { port: number }) => String(it.port))).toContain(port)
    }
  })

  it('runs the image of docker compose, unprivileged', () => {
    const compose = readFileSync(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8')
    expect(compose).toContain(`image: ${pod.containers[0].image}\n`)
    expect(pod.securityContext.runAsNonRoot).toBe(true)
    expect(pod.containers[0].securityContext.capabilities).toEqual({
      drop: ['ALL'],
      add: ['NET_BIND_SERVICE'],
    })
    for (const { containerPort } of pod.containers[0].ports)
      expect(containerPort).toBeGreaterThan(1024)
  })
})
