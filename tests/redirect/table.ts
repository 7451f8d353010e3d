import { PAGE_ROWS } from './page.rows.ts'
import { QUERY_ROWS } from './query.rows.ts'
import type { Row } from './row.ts'
import { RULE_ROWS } from './rule.rows.ts'
import { VISITOR_ROWS } from './visitor.rows.ts'

/**
 * The behavior of redirect as a table: link and visitor in, response and click out. One test checks
 * the service alone against it, another the whole product with two redirect processes.
 */
export const TABLE: readonly Row[] = [...QUERY_ROWS, ...VISITOR_ROWS, ...RULE_ROWS, ...PAGE_ROWS]
