import { readFileSync } from 'node:fs'
import { MOVED } from '../moved-kinds.ts'
import { FURTHER_TABLES, objectsOf, type Service } from '../objects.ts'

interface Database {
  /** All columns, from `information_schema`. */
  columns: readonly { table: string; column: string }[]
  /** The fields of the kinds of the service in an export. */
  kinds: Readonly<Record<string, { fields: object }>>
  /** Columns that exports do not contain, by kind, with the reason. */
  leftOut: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Arguments of the audit triggers: table and kind. */
  audits: readonly { table: string; kind: string }[]
}

/** Where the register of objects and the database of a service differ, one sentence each. */
export function unregistered(
  service: Service,
  { columns, kinds, leftOut, audits }: Database,
): string[] {
  const objects = objectsOf(service)
  const known = [...objects.map(([, { table }]) => table), ...Object.keys(FURTHER_TABLES[service])]
  const columnsOf = (of: string) =>
    columns.filter(({ table }) => table === of).map(({ column }) => column)
  const ofTeams = columns.filter(({ column }) => column === 'org_id').map(({ table }) => table)
  const audited = objects
    .filter(([, it]) => it.audited)
    .map(([name, { table }]) => `${table} ${name}`)
  const recorded = audits.map(({ table, kind }) => `${table} ${kind}`)
  const without = (all: readonly string[], but: readonly string[], fault: string) =>
    all.filter((it) => !but.includes(it)).map((it) => `${it} ${fault}`)
  const composed = readFileSync(
    new URL(`../../../services/${service}/src/service.ts`, import.meta.url),
    'utf8',
  )
  const limited = objects.filter(([, { quota }]) => quota).map(([name]) => `quotas.${name}`)
  return [
    ...limited
      .filter((it) => !new RegExp(`\\b${it}\\b`).test(composed))
      .map((it) => `${it} is given to no handler in service.ts`),
    ...without(ofTeams, known, 'has an org_id and is not in protos/src/objects.ts'),
    ...without(
      known,
      columns.map(({ table }) => table),
      'is registered and does not exist',
    ),
    ...without(audited, recorded, 'is registered as audited and has no call of audit_table'),
    ...without(recorded, audited, 'is audited and not registered as audited'),
    ...MOVED.filter((it) => it.service === service).flatMap(({ kind, table }) => {
      const fields = Object.keys(kinds[kind]?.fields ?? {})
      const reasons = Object.keys(leftOut[kind] ?? {})
      const at = (names: readonly string[]) => names.map((name) => `${kind}.${name}`)
      return [
        ...without(at(columnsOf(table)), at([...fields, ...reasons]), 'is missing from exports'),
        ...without(at(reasons), at(columnsOf(table)), 'is left out and does not exist'),
        ...reasons.filter((it) => fields.includes(it)).map((it) => `${kind}.${it} is exported`),
      ]
    }),
  ]
}
