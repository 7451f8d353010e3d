import { Type } from 'typebox'
import { DateTime, Envelope, PageQuery } from '../../schema/shared.schema.ts'
import { Failed } from './bulk.schema.ts'
import { READ } from './field.schema.ts'

export const TrashQuery = Type.Object(PageQuery, { additionalProperties: false })

export const TRASH_DATES = Type.Object({ deleted_at: DateTime, restorable_until: DateTime })

export const DeletedLinkList = Envelope(
  Type.Object({ ...READ, ...TRASH_DATES.properties }, { title: 'DeletedLink' }),
)

export const RestoredMany = Type.Object({
  restored: Type.Integer(),
  missing: Type.Array(Type.String()),
  failed: Failed,
})
