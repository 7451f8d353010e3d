import {
  forLists,
  LIST_RULES,
  type ListField,
  type ListItem,
} from '@fingerpost/protos/redirect-rules'
import { type TSchema, type TUnsafe, Type } from 'typebox'
import { Id } from '../../schema/shared.schema.ts'

export const Destination = Type.Unsafe<string>({ type: 'string', 'x-url': 'http' })

/** The schemas of values of items, by type; the link service checks them further. */
const VALUES = {
  string: { read: Type.String(), write: Type.String({ maxLength: 16 }) },
  number: { read: Type.Number(), write: Type.Number() },
}

const valueIn = (field: ListField, side: 'read' | 'write'): Record<string, TSchema> => {
  const { value, type } = LIST_RULES[field]
  return { [value]: VALUES[type][side] }
}

/** The schemas of lists in responses. */
export const SHOWN_LISTS = forLists((field) =>
  Type.Array(Type.Object({ id: Type.Integer(), url: Type.String(), ...valueIn(field, 'read') })),
) as unknown as { [F in ListField]: TUnsafe<ListItem<F>[]> }

/** The bodies that replace lists. */
export const NEW_LISTS = forLists((field) =>
  Type.Object(
    {
      items: Type.Array(
        Type.Object(
          { id: Type.Optional(Id), url: Destination, ...valueIn(field, 'write') },
          { additionalProperties: false },
        ),
        { maxItems: 1_000 },
      ),
    },
    { additionalProperties: false },
  ),
)
