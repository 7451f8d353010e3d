import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A metric in docs/metrics.md. */
export interface DescribedMetric {
  name: string
  type: string
  labels: string[]
  processes: string[]
  help: string
}

const page = join(import.meta.dirname, '..', 'docs/metrics.md')
const words = (cell: string) => cell.match(/[\w-]+/g) ?? []

/** The rows of the table. */
export const describedMetrics = (): DescribedMetric[] =>
  readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `fingerpost_'))
    .map((line) => {
      const [, name = '', type = '', labels = '', processes = '', help = ''] = line.split('|')
      return {
        name: name.trim().replaceAll('`', ''),
        type: type.trim(),
        labels: words(labels).sort(),
        processes: words(processes).sort(),
        help: help.trim(),
      }
    })
