import { beforeAll, describe, expect, it } from 'vitest'
import { expressions, metricOf, selectors } from '../../deploy/observability/expressions.ts'
import { describedMetrics } from '../metrics.ts'
import { customer, localStack, stack, visit } from '../stack.ts'

const local = localStack()
const api = customer()

/** A metric as exposed by a process. */
interface Sample {
  type: string
  help: string
  /** Labels of all its samples, without `le` of buckets. */
  labels: string[]
  samples: number
}

const processOnly = /^(?:process|nodejs)_/
/** Metrics of Prometheus, node_exporter, blackbox_exporter, and the file of the daily backup. */
const fromElsewhere = /^(?:up$|node_|probe_|fingerpost_backup_finished_timestamp_seconds$)/

function read(text: string): Map<string, Sample> {
  const heads = text.matchAll(/^# HELP (\w+) (.*)\n# TYPE \w+ (\w+)$/gm)
  return new Map(
    [...heads].map(([, name = '', help = '', type = '']) => {
      const suffix = type === 'histogram' ? '_(?:bucket|sum|count)' : ''
      const samples = [...text.matchAll(new RegExp(`^${name}${suffix}(?:{(.*)})? \\S+$`, 'gm'))]
      const labels = samples.flatMap(([, all = '']) =>
        [...all.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
      )
      const own = [...new Set(labels)].filter((label) => label !== 'le').sort()
      return [name, { type, help, labels: own, samples: samples.length }]
    }),
  )
}

describe.runIf(local)('metrics', () => {
  const scraped = new Map<string, Map<string, Sample>>()
  const described = describedMetrics()

  beforeAll(async () => {
    const { body } = await api<{ items: { id: number; name: string }[] }>('GET', '/domain')
    const domain_id = body.items.find(({ name }) => name === 'localhost')?.id
    const url = 'https://example.com/metrics'
    const link = await api<{ short_url: string }>('POST', '/link', { url, domain_id, title: 'M' })
    expect((await visit(link.body.short_url)).status).toBe(302)
    await fetch(`${stack.url}/@nobody`)
    for (const [process, address] of Object.entries(local?.admin ?? {})) {
      scraped.set(process, read(await (await fetch(`${address}/metrics`)).text()))
    }
  })

  it('of all processes are those in docs/metrics.md', () => {
    const names = [...scraped.values()].flatMap((it) => [...it.keys()])
    const own = names.filter((name) => !processOnly.test(name))

    expect([...new Set(own)].sort()).toEqual(described.map(({ name }) => name).sort())
  })

  it.each(described)('$name matches its description', ({ name, type, labels, processes, help }) => {
    expect(processes).not.toEqual([])
    for (const process of processes) {
      const here = scraped.get(process)?.get(name)
      expect({ process, type: here?.type, help: here?.help }).toEqual({ process, type, help })
      if (here && here.samples > 0) expect(here.labels).toEqual(labels)
    }
    const others = [...scraped].filter(([process]) => !processes.includes(process))
    const samples = others.flatMap(([, its]) => its.get(name)?.samples ?? [])
    expect(samples.filter((count) => count > 0)).toEqual([])
  })

  it('used by alerts and dashboards exist', () => {
    const known = new Map([...scraped.values()].flatMap((it) => [...it]))
    const histograms = [...known].filter(([, { type }]) => type === 'histogram')
    const names = new Set(histograms.map(([name]) => name))
    const used = expressions().flatMap(({ expr }) => selectors(expr))
    const missing = used
      .map(({ metric }) => metricOf(metric, names))
      .filter((metric) => !fromElsewhere.test(metric) && !known.has(metric))

    expect(used.length).toBeGreaterThan(50)
    expect(missing).toEqual([])
  })
})

describe.runIf(local)('health', () => {
  it('is served by every process on a separate port, with metrics', async () => {
    const processes = Object.entries(local?.admin ?? {})

    expect(processes.map(([name]) => name).sort()).toEqual([
      'analytics',
      'bio',
      'catalog',
      'click-worker',
      'gateway',
      'link',
      'redirect',
    ])
    for (const [, address] of processes) {
      expect((await fetch(`${address}/healthz`)).status).toBe(200)
      expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({ status: 'ok' })
      expect(await (await fetch(`${address}/metrics`)).text()).toContain(
        'process_cpu_seconds_total',
      )
    }
  })

  it('is served by the gateway for all, without metrics', async () => {
    const ready = await fetch(`${stack.url}/readyz`)

    expect(await ready.json()).toMatchObject({
      status: 'ok',
      checks: { link: 'ok', catalog: 'ok' },
    })
    expect((await fetch(`${stack.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${stack.url}/metrics`)).status).toBe(404)
  })
})
