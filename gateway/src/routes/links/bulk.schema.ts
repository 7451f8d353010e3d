import { TAG_MODES, type TagMode } from '@fingerpost/protos/words'
import { Type } from 'typebox'
import { ErasureId, Id, LINK_ID, OptionalInteger } from '../../schema/shared.schema.ts'
import { WRITE } from './field.schema.ts'

const Ids = Type.Array(Type.Unsafe<number | string>({ type: ['integer', 'string'], ...LINK_ID }), {
  maxItems: 1_000,
})

const exactly = { additionalProperties: false }

export const MoveLinks = Type.Object({ ids: Ids, folder_id: OptionalInteger(1) }, exactly)

export const TagLinks = Type.Object(
  {
    ids: Ids,
    tags: Type.Array(Id, { maxItems: 50 }),
    mode: Type.Optional(Type.Unsafe<TagMode>({ type: 'string', enum: [...TAG_MODES] })),
  },
  exactly,
)

const { url: _url, slug: _slug, title: _title, domain_id, ...rest } = WRITE
const { password: _password, remove_password: _remove, ...shared } = rest

/** A change that several links can share: without slug, password, destination and title. */
export const UpdateLinks = Type.Object(
  { ids: Ids, ...shared, domain_id: Type.Optional(domain_id) },
  exactly,
)

export const LinkIds = Type.Object({ ids: Ids }, exactly)

const Missing = Type.Array(Type.String())

export const Updated = Type.Object({ updated: Type.Integer(), missing: Missing })

/** Links that could not be changed, and why. */
export const Failed = Type.Array(
  Type.Object({ id: Type.String(), code: Type.String(), detail: Type.String() }),
)

export const UpdatedEach = Type.Object({
  updated: Type.Integer(),
  missing: Missing,
  failed: Failed,
})

export const DeletedMany = Type.Object({
  deleted: Type.Integer(),
  missing: Missing,
  erasure_id: ErasureId,
})

export const DeleteQuery = Type.Object({ with_clicks: Type.Optional(Type.Boolean()) }, exactly)
