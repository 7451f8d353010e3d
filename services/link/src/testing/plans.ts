import type { Kysely } from 'kysely'
import { CompiledQuery, PostgresQueryCompiler } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'

/** A node of a plan in `explain (analyze, format json)`; rows are per loop. */
interface Step {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Step[]
}

export interface PlanFacts {
  /** Tables read by a sequential scan. */
  scanned: string[]
  /** The index of each scan, and its condition. */
  indexes: string[]
  /** Rows of links and their clicks that were read, and rows that were sorted. */
  looked: number
  sorted: number
}

/** Records the queries sent to a database, to explain them afterwards. */
export function watchQueries(db: Kysely<LinkSchema>) {
  const asked: CompiledQuery[] = []
  const compiler = new PostgresQueryCompiler()
  const watched = db.withPlugin({
    transformQuery({ node, queryId }) {
      asked.push(compiler.compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })

  /** The plans of all queries since the last call. */
  async function facts(): Promise<PlanFacts> {
    const all: PlanFacts = { scanned: [], indexes: [], looked: 0, sorted: 0 }
    for (const { sql, parameters } of asked.splice(0)) {
      const explain = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters])
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Step }[] }>(explain)
      for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) add(all, Plan)
    }
    return all
  }
  return { watched, facts }
}

function add(all: PlanFacts, step: Step): void {
  const table = step['Relation Name']
  const rows = (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']
  if (step['Node Type'] === 'Seq Scan' && table) all.scanned.push(table)
  if (step['Index Name']) all.indexes.push(`${step['Index Name']}: ${step['Index Cond']}`)
  if (table === 'links' || table === 'link_clicks') all.looked += rows
  if (step['Node Type'].endsWith('Sort')) {
    const under = step.Plans?.[0]
    all.sorted += under ? under['Actual Rows'] * under['Actual Loops'] : 0
  }
  for (const below of step.Plans ?? []) add(all, below)
}
