import { PAGE_ROWS } from './page.rows.ts'
import { QUERY_ROWS } from './query.rows.ts'
import type { Row } from './row.ts'
import { RULE_ROWS } from './rule.rows.ts'
import { VISITOR_ROWS } from './visitor.rows.ts'

/**
 * The behavior of redirect as a table: link and visitor in, response and click out. A service test
 * checks redirect and the enrichment of its clicks against all rows.
 */
export const TABLE: readonly Row[] = [...QUERY_ROWS, ...VISITOR_ROWS, ...RULE_ROWS, ...PAGE_ROWS]

/** What a row is an example of: its rule and domain, and the fields of its link and its click. */
const kindsOf = ({ domain, status, location, link, click }: Row): string[] => [
  `${domain} ${status} ${click?.variant ?? (location ? 'led' : 'page')} ${click?.is_bot ?? false}`,
  ...Object.keys(link ?? {}).map((field) => `link ${field}`),
  ...Object.keys(click ?? {}).map((field) => `click ${field}`),
  `trigger ${click?.trigger}`,
]

/** The first row of each kind, which the whole product is checked against. */
export const EXAMPLES: readonly Row[] = firstOfEachKind(TABLE)

function firstOfEachKind(rows: readonly Row[]): Row[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const kinds = kindsOf(row).filter((kind) => !seen.has(kind))
    for (const kind of kinds) seen.add(kind)
    return kinds.length > 0
  })
}
