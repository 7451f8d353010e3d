import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'

export interface Alert {
  alert: string
  expr: string
  labels: Record<string, string>
  annotations: Record<string, string>
}

/** A metric selector in an expression. */
export interface Selector {
  metric: string
  labels: string[]
}

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

export const alerts = (): Alert[] =>
  (parse(read('alerts.yml')) as { groups: { rules: Alert[] }[] }).groups.flatMap(
    ({ rules }) => rules,
  )

export interface Dashboard {
  file: string
  uid: string
  panels: { id: number; title: string; targets: { expr: string }[] }[]
}

export const dashboards = (): Dashboard[] =>
  globSync('dashboards/*.json', { cwd: import.meta.dirname })
    .sort()
    .map((file) => ({ file, ...JSON.parse(read(file)) }))

/** Every PromQL expression, with its location. */
export const expressions = (): { where: string; expr: string }[] => [
  ...alerts().map(({ alert, expr }) => ({ where: alert, expr })),
  ...dashboards().flatMap(({ file, panels }) =>
    panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ where: `${file}: ${title}`, expr })),
    ),
  ),
]

/** The metrics of an expression, with Grafana variables substituted. Throws for invalid PromQL. */
export function selectors(expr: string): Selector[] {
  const text = expr.replaceAll('$__rate_interval', '1m').replaceAll('$process', 'link')
  const found: Selector[] = []
  parser.parse(text).iterate({
    enter(node) {
      const part = text.slice(node.from, node.to)
      if (node.type.isError) throw new Error(`no PromQL at ${node.from}: ${text}`)
      if (node.name === 'Identifier') found.push({ metric: part, labels: [] })
      if (node.name === 'LabelName' && node.matchContext(['UnquotedLabelMatcher'])) {
        found.at(-1)?.labels.push(part)
      }
    },
  })
  return found
}

/** The metric of a series: a histogram has three series. */
export const metricOf = (series: string, histograms: ReadonlySet<string>): string => {
  const stem = series.replace(/_(?:bucket|sum|count)$/, '')
  return histograms.has(stem) ? stem : series
}
