import { Type } from 'typebox'
import { Id, Nullable, OptionalInteger, PathId } from '../../schema/shared.schema.ts'
import { Link } from './link.schema.ts'

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

/** For a text/csv body, which has no room for what all rows share. */
export const ImportQuery = Type.Object(
  {
    domain_id: Type.Optional(Id),
    folder_id: Type.Optional(Id),
    tags: Type.Optional(Type.Array(Id, { maxItems: 50 })),
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
  total: Type.Integer(),
  created: Type.Integer(),
  failed: Type.Integer(),
  items: Type.Array(ImportItem),
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
})

export const JobParams = Type.Object({ job_id: PathId })
