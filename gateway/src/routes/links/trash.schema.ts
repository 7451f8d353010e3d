import { Type } from 'typebox'
import { DateTime, Envelope, PageQuery } from '../../schema/shared.schema.ts'
import { Failed } from './bulk.schema.ts'
import { READ } from './field.schema.ts'

export const TrashQuery = Type.Object(PageQuery, { additionalProperties: false })

export const DeletedLink = Type.Object(
  { ...READ, deleted_at: DateTime, restorable_until: DateTime },
  { title: 'DeletedLink' },
)

export const DeletedLinkList = Envelope(DeletedLink)

export const RestoredMany = Type.Object({
  restored: Type.Integer(),
  missing: Type.Array(Type.String()),
  failed: Failed,
})
