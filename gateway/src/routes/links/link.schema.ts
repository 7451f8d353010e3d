import { LINK_SORTS, LINK_STATUSES } from '@fingerpost/protos/words'
import { Type } from 'typebox'
import {
  DateTime,
  Envelope,
  ErasureId,
  Id,
  Nullable,
  OneOf,
  OptionalInteger,
  OptionalUrl,
  PageQuery,
  PathId,
  SortQuery,
} from '../../schema/shared.schema.ts'
import { ignored } from '../../schema/text.schema.ts'
import { READ, READ_ONLY, WRITE } from './field.schema.ts'

export const Link = Type.Object(READ, { title: 'Link' })

/** A link that was created or changed, with what may be a mistake in it. */
export const ChangedLink = Type.Object({
  ...READ,
  warnings: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), code: Type.String(), detail: Type.String() })),
  ),
})

const { url, domain_id, ...settable } = WRITE
const NOT_SET = [...READ_ONLY, 'warnings']

export const CreateLink = Type.Object(
  { ...ignored(NOT_SET), ...settable, url, domain_id, slug_length: OptionalInteger(3, 64) },
  { additionalProperties: false },
)

export const UpdateLink = Type.Object(
  {
    ...ignored(NOT_SET),
    ...settable,
    url: Type.Optional(url),
    domain_id: Type.Optional(domain_id),
  },
  { additionalProperties: false },
)

export const MobileLinks = Type.Object(
  { ios: OptionalUrl('app'), android: OptionalUrl('app') },
  { additionalProperties: false },
)

export const LinkList = Envelope(Link)

/** Filters of links, shared by lists and exports. */
export const LinkFilters = {
  search: Type.Optional(Type.String({ maxLength: 1_024 })),
  domain_id: Type.Optional(Id),
  folder_id: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  tag_id: Type.Optional(
    Type.Array(Id, { maxItems: 50, description: 'Id of a tag; a link must have all given tags' }),
  ),
  status: Type.Optional(OneOf(LINK_STATUSES)),
  has_password: Type.Optional(Type.Boolean()),
  created_from: Type.Optional(DateTime),
  created_to: Type.Optional(DateTime),
}

/** Adds the favicon of its destination to each link of the response. */
const favicon = Type.Optional(Type.Boolean())

export const ListLinksQuery = Type.Object(
  { ...LinkFilters, ...PageQuery, ...SortQuery(LINK_SORTS), favicon },
  { additionalProperties: false },
)

export const FindLinkQuery = Type.Object(
  { domain: Type.String({ maxLength: 255 }), slug: Type.String({ maxLength: 1_024 }) },
  { additionalProperties: false },
)

export const SlugQuery = Type.Object(
  { domain_id: Id, slug: Type.String({ maxLength: 1_024 }) },
  { additionalProperties: false },
)

export const SlugAnswer = Type.Object({
  available: Type.Boolean(),
  reason: Nullable(Type.String()),
})

export const PreviewQuery = Type.Object({ url }, { additionalProperties: false })

/** The title and the favicon of a page. */
export const Preview = Type.Object({ title: Nullable(Type.String()), favicon: Type.String() })

export const Deleted = Type.Object({
  id: Type.String(),
  deleted: Type.Literal(true),
  erasure_id: ErasureId,
})

export const LinkParams = Type.Object({ link_id: PathId })

export const GetLinkQuery = Type.Object(
  { ip: Type.Optional(Type.String()), favicon },
  { additionalProperties: false },
)
