import { Type } from 'typebox'
import { Id, Nullable, OptionalInteger, PathId } from '../../schema/shared.schema.ts'
import type { DateOrder } from '../../sources/sheet.schema.ts'
import { Link } from '../links/link.schema.ts'

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

/** For files, which cannot hold the fields shared by all rows. */
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
    timezone: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'IANA time zone of dates without an offset; UTC by default',
      }),
    ),
    date_order: Type.Optional(
      Type.Unsafe<DateOrder>({
        enum: ['dmy', 'mdy', 'ymd'],
        description:
          'Order of dates such as 3/4/26; by default, the order that is possible for all dates of a column',
      }),
    ),
    columns: Type.Optional(
      Type.String({
        maxLength: 20_000,
        description:
          'JSON object with the field of each named column, such as `{"Page": "url"}`, or null to leave the column out. Other columns are recognized by their names',
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

/** The field of each column by its name; null leaves it out. */
export const ImportColumns = Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))

const ImportItem = Type.Object({
  index: Type.Integer(),
  link: Nullable(Link),
  error: Nullable(
    Type.Object({ code: Type.String(), detail: Type.String(), field: Nullable(Type.String()) }),
  ),
})

/** What the file has and links do not take over. */
const LEFT_OUT = {
  left_out: Type.Array(Type.Object({ column: Type.String(), values: Type.Integer() })),
  tables: Type.Array(Type.Object({ name: Type.String(), rows: Type.Integer() })),
}

export const Imported = Type.Object({
  /** Absent if the rows were only checked. */
  job_id: Type.Optional(Type.String()),
  total: Type.Integer(),
  created: Type.Integer(),
  failed: Type.Integer(),
  items: Type.Array(ImportItem),
  ...LEFT_OUT,
  /** Names of labels that an import would create; only if the rows were checked with `create_labels`. */
  new_folders: Type.Optional(Type.Array(Type.String())),
  new_tags: Type.Optional(Type.Array(Type.String())),
  /** Absent if the rows were only checked. */
  next: Type.Optional(Nullable(Type.Integer())),
})

/** What a file has, before it is imported. */
export const Looked = Type.Object(
  {
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        field: Nullable(
          Type.String({ description: 'The field that the column is recognized as, or null' }),
        ),
        values: Type.Integer({ description: 'Number of values that are lost if it is left out' }),
      }),
    ),
    rows: Type.Array(Type.Array(Type.String())),
    tables: LEFT_OUT.tables,
  },
  { title: 'ImportLook' },
)

export const LookQuery = Type.Object({}, { additionalProperties: false })

export const JobAccepted = Type.Object({
  job_id: Type.String(),
  status: Type.String(),
  ...LEFT_OUT,
})

export const JobState = Type.Object({
  job_id: Type.String(),
  status: Type.String(),
  total: Type.Integer(),
  done: Type.Integer(),
  created: Type.Integer(),
  failed: Type.Integer(),
  ...LEFT_OUT,
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
