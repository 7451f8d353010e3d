import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type DescribedMetric, describedMetrics } from '../../tests/metrics.ts'
import { alerts, dashboards, expressions, metricOf, selectors } from './expressions.ts'

const root = join(import.meta.dirname, '..', '..')
const described = new Map(describedMetrics().map((it) => [it.name, it]))
const histograms = new Set(
  [...described.values()].filter(({ type }) => type === 'histogram').map(({ name }) => name),
)
/** Labels that Prometheus adds to every series, and `le` of histograms. */
const ALWAYS = ['job', 'process', 'instance', 'le']
const all = expressions()
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const yaml = (name: string) => parse(read(`deploy/observability/${name}`))

it('there are alerts and dashboards', () => {
  expect(alerts().length).toBeGreaterThan(10)
  expect(dashboards().map(({ uid }) => uid)).toEqual([
    'fingerpost-api',
    'fingerpost-processes',
    'fingerpost-visits',
  ])
})

it.each(all)('$where uses only metrics and labels that docs/metrics.md describes', ({ expr }) => {
  const asked = selectors(expr)
  expect(asked).not.toEqual([])
  for (const { metric, labels } of asked) {
    // The system tests check the first three; the others come from exporters and daily backups.
    if (/^(?:up$|process_|nodejs_|node_filesystem_|probe_ssl_|fingerpost_backup_)/.test(metric))
      continue
    const found = described.get(metricOf(metric, histograms))
    expect(found, metric).toBeDefined()
    const known = [...ALWAYS, ...(found?.labels ?? [])]
    expect(labels.filter((label) => !known.includes(label))).toEqual([])
  }
})

/** The ends of names by type: https://prometheus.io/docs/practices/naming. */
const ENDS: Record<string, RegExp> = {
  counter: /_total$/,
  histogram: /(?:_duration_seconds|_(?!seconds)[a-z]+s)$/,
  gauge: /(?:_age_seconds|_timestamp_seconds|_info|_usable|_writable|_(?!seconds|total)[a-z]+s)$/,
}
const LIMITS = /\b(?:limit|max|total|size)\b/

function breaches({ name, type, labels }: Pick<DescribedMetric, 'name' | 'type' | 'labels'>) {
  const isNamed = /^fingerpost(?:_[a-z]+)+$/.test(name) && ENDS[type]?.test(name)
  return isNamed && !labels.includes('le') ? [] : [name]
}

it('metrics are named by the conventions of Prometheus', () => {
  expect([...described.values()].flatMap(breaches)).toEqual([])
})

it.each([
  ['fingerpost_clicks', 'counter'],
  ['fingerpost_click_insert_seconds', 'histogram'],
  ['fingerpost_queue_oldest_seconds', 'gauge'],
  ['fingerpost_geo_database_built_seconds', 'gauge'],
  ['fingerpost_clicks_total', 'gauge'],
  ['fingerpost_postgres_pool', 'gauge'],
])('%s is no name of a %s', (name, type) => {
  expect(breaches({ name, type, labels: [] })).toEqual([name])
})

it('every metric in the code is described, and its label values contain no limit', () => {
  const files = globSync('{gateway,kit,services/*,deploy/backup}/src/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts'],
  })
  const code = files.map(read).join('\n')
  const names = new Set(code.match(/(?<=['`])fingerpost_[a-z_]+(?=[' ])/g))
  const elsewhere = (name: string) => name.startsWith('fingerpost_backup_')

  expect([...names].filter((name) => !described.has(name) && !elsewhere(name))).toEqual([])
  const states = /^- `state`.*$/m.exec(read('docs/metrics.md'))?.[0] ?? ''
  expect(states).toContain('used, idle')
  expect(states).not.toMatch(LIMITS)
})

it('every metric of the product is on a dashboard', () => {
  const shown = dashboards()
    .flatMap(({ panels }) => panels.flatMap(({ targets }) => targets))
    .flatMap(({ expr }) => selectors(expr))
    .map(({ metric }) => metricOf(metric, histograms))

  expect([...described.keys()].filter((name) => !shown.includes(name))).toEqual([])
})

it('invalid PromQL is detected', () => {
  expect(() => selectors('sum(rate(')).toThrow('no PromQL')
})

it.each(dashboards())('$file has unique panel ids and titles', ({ panels }) => {
  const ids = panels.map(({ id }) => id)
  const titles = panels.map(({ title }) => title)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(titles).size).toBe(titles.length)
})

describe('alerts', () => {
  const names = alerts().map(({ alert }) => alert)

  it('have unique names', () => {
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(alerts())(
    '$alert has a severity, a summary and a runbook',
    ({ alert, labels, annotations }) => {
      expect(labels.severity).toMatch(/^(page|ticket)$/)
      expect(annotations.summary).toBeTruthy()
      const [page = '', anchor] = annotations.runbook?.split('#') ?? []
      expect(anchor).toBe(alert.toLowerCase())
      expect(existsSync(join(root, page)), page).toBe(true)
      expect(readFileSync(join(root, page), 'utf8')).toContain(`\n## ${alert}\n`)
    },
  )
})

describe('alerts reach a receiver', () => {
  it('Prometheus sends them to Alertmanager, which has a route and a receiver', () => {
    const { alerting } = yaml('prometheus.yml')
    expect(alerting.alertmanagers[0].static_configs[0].targets).toEqual(['alertmanager:9093'])
    const { route, receivers } = yaml('alertmanager.yml')
    const named = [route, ...route.routes].flatMap(({ receiver }) => receiver ?? [])
    const known = receivers.map(({ name }: { name: string }) => name)
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })

  it('without a webhook, the receiver still exists and sends nothing', () => {
    // Like the sed command in docker-compose.yml: everything before webhook_configs.
    const [uncommented = ''] = read('deploy/observability/alertmanager.yml').split(
      /^.*webhook_configs:$/m,
    )
    expect(parse(uncommented).receivers).toEqual([{ name: 'webhook' }])
  })

  it('every target of Prometheus is a service of the profile', () => {
    const { services } = parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 })
    const { alerting, scrape_configs } = yaml('prometheus.yml')
    const hosts = JSON.stringify([alerting, scrape_configs]).match(/[a-z-]+(?=:\d{4}")/g)
    expect(hosts).toEqual(['alertmanager', 'node-exporter', 'blackbox-exporter'])
    for (const host of hosts ?? []) expect(services[host].profiles).toEqual(['observability'])
  })

  it.each(['ClickHouseDiskFull', 'DiskFull', 'RedisFull', 'BackupOld', 'CertificateExpires'])(
    'there is an alert Fingerpost%s',
    (name) => {
      expect(alerts().map(({ alert }) => alert)).toContain(`Fingerpost${name}`)
    },
  )
})
