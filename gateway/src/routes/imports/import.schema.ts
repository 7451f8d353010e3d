import { forLists } from '@fingerpost/protos/redirect-rules'
import { type Static, type TSchema, Type } from 'typebox'
import { Id, Nullable, OptionalInteger, PathId } from '../../schema/shared.schema.ts'
import { CELLS, EXPORT_ONLY } from '../links/column.schema.ts'
import { READ, type ReadField } from '../links/field.schema.ts'
import { Link } from '../links/link.schema.ts'
import { IMPORTED_ITEMS } from '../links/list.schema.ts'

/** Rows beyond this many are imported in the background. */
export const AT_ONCE = 1_000
export const ROWS_MAX = 100_000
export const IMPORT_BYTES = 20 * 1_048_576

const Tags = Type.Optional(
  Type.Unsafe<number[] | null>({
    type: ['array', 'null'],
    items: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    maxItems: 50,
  }),
)

export const ImportLinks = Type.Object(
  {
    domain_id: Id,
    folder_id: OptionalInteger(1),
    tags: Tags,
    csv: Type.Array(
      Type.Object(
        {
          url: Type.String(),
          domain_id: Type.Optional(
            Type.Unsafe<string | number | null>({
              type: ['string', 'integer', 'null'],
              maxLength: 255,
            }),
          ),
          slug: Type.Optional(
            Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 1_024 }),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: ROWS_MAX },
    ),
  },
  { additionalProperties: false },
)

const Text = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] }))
const Integer = Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'] }))
const Label = Type.Object({ name: Type.String() })
/** A list of types rather than `anyOf`, whose errors do not name the field of the item. */
const ListOf = <Item extends TSchema>(items: Item) =>
  Type.Optional(Type.Unsafe<Static<Item>[] | null>({ type: ['array', 'null'], items }))
const ignored = Object.fromEntries(EXPORT_ONLY.map((name) => [name, Type.Optional(Type.Unknown())]))
const isInteger = (schema: object) => {
  const { type, anyOf = [] } = schema as { type?: string; anyOf?: { type?: string }[] }
  return type === 'integer' || anyOf.some((it) => it.type === 'integer')
}
const cells = Object.fromEntries(
  CELLS.map((name) => [name, isInteger(READ[name as ReadField]) ? Integer : Text]),
)

/** A line of an NDJSON export. Texts are validated row by row, like CSV cells. */
export const ImportLine = Type.Object(
  {
    ...ignored,
    ...cells,
    url: Type.String(),
    domain_id: Integer,
    domain: Text,
    slug: Text,
    short_url: Text,
    has_password: Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] })),
    folder: Type.Optional(
      Type.Unsafe<Static<typeof Label> | null>({ ...Label, type: ['object', 'null'] }),
    ),
    tags: ListOf(Label),
    ...forLists((field) => ListOf(IMPORTED_ITEMS[field])),
  },
  { additionalProperties: false },
)

/** For CSV and NDJSON bodies, which cannot hold the fields shared by all rows. */
export const ImportQuery = Type.Object(
  {
    domain_id: Type.Optional(Id),
    folder_id: Type.Optional(Id),
    tags: Type.Optional(Type.Array(Id, { maxItems: 50 })),
    ignore_domain: Type.Optional(Type.Boolean()),
    create_labels: Type.Optional(
      Type.Boolean({
        description:
          'Whether to create folders and tags that rows name and that do not exist; false by default. Requires the scope `catalog:write`.',
      }),
    ),
    dry_run: Type.Optional(
      Type.Boolean({
        description: 'Whether to check the rows without creating links; false by default',
      }),
    ),
  },
  { additionalProperties: false },
)

const ImportItem = Type.Object({
  index: Type.Integer(),
  link: Nullable(Link),
  error: Nullable(
    Type.Object({ code: Type.String(), detail: Type.String(), field: Nullable(Type.String()) }),
  ),
})

export const Imported = Type.Object({
  /** Absent if the rows were only checked. */
  job_id: Type.Optional(Type.String()),
  total: Type.Integer(),
  created: Type.Integer(),
  failed: Type.Integer(),
  items: Type.Array(ImportItem),
  /** Names of labels that an import would create; only if the rows were checked with `create_labels`. */
  new_folders: Type.Optional(Type.Array(Type.String())),
  new_tags: Type.Optional(Type.Array(Type.String())),
  /** Absent if the rows were only checked. */
  next: Type.Optional(Nullable(Type.Integer())),
})

export const JobAccepted = Type.Object({ job_id: Type.String(), status: Type.String() })

export const JobState = Type.Object({
  job_id: Type.String(),
  status: Type.String(),
  total: Type.Integer(),
  done: Type.Integer(),
  created: Type.Integer(),
  failed: Type.Integer(),
  items: Type.Array(ImportItem),
  next: Nullable(Type.Integer()),
})

export const UndoImport = Type.Object(
  {
    include_changed: Type.Optional(
      Type.Boolean({
        description:
          'Whether to delete links that were changed since the import, too; false by default',
      }),
    ),
  },
  { additionalProperties: false },
)

export const UndoneImport = Type.Object({
  deleted: Type.Integer(),
  more: Type.Boolean(),
  kept: Type.Integer(),
  items: Type.Array(Link),
})

export const JobQuery = Type.Object(
  { offset: Type.Optional(Type.Integer({ minimum: 0, maximum: ROWS_MAX })) },
  { additionalProperties: false },
)

export const JobParams = Type.Object({ job_id: PathId })
