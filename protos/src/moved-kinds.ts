import { type OBJECTS, objectsOf, SERVICES, type Service } from './objects.ts'

type Objects = typeof OBJECTS
type ObjectOf<Owner extends Service> = Owner extends Service
  ? Objects[Owner][keyof Objects[Owner]]
  : never

/** The kinds of data of a service that an export of a team contains. */
export type KindOf<Owner extends Service> = Extract<
  ObjectOf<Owner>,
  { moved: { kind: string } }
>['moved']['kind']
export type MovedKind = KindOf<Service>

/** The kinds of an export in its order. */
export const MOVED = SERVICES.flatMap((service) =>
  objectsOf(service).flatMap(([name, { moved, table }]) =>
    typeof moved === 'string'
      ? []
      : [{ name, service, table, step: moved.step, kind: moved.kind as MovedKind }],
  ),
)

/** The kinds that an import writes, in its order. */
export const WRITTEN_KINDS: readonly MovedKind[] = MOVED.filter(({ step }) => step !== null)
  .toSorted((a, b) => Number(a.step) - Number(b.step))
  .map(({ kind }) => kind)

/** How many lines of each kind a team can have, by these quotas of the objects of a service. */
export const limitsOf = (
  service: Service,
  quotas: Readonly<Record<string, { limit: number }>>,
): Record<string, number> =>
  Object.fromEntries(
    MOVED.filter((it) => it.service === service).map(({ kind, name }) => [
      kind,
      quotas[name]?.limit ?? 0,
    ]),
  )

/** Kinds of ids: those of the kinds with a table, and of the items of lists of links. */
export type IdKind = MovedKind | 'list_items'

/** Maximum size of one line. */
export const LINE_BYTES = 3_500_000
