import {
  CONDITION_TYPES,
  CONDITIONS_MAX,
  DAYS,
  type Parameter,
  VALUES_MAX,
} from '@fingerpost/protos/conditions'
import type { NewRule } from '@fingerpost/protos/link/v1/link'
import {
  forLists,
  type ListField,
  type ListItem,
  type ValueType,
  valueTypes,
} from '@fingerpost/protos/redirect-rules'
import { type TSchema, type TUnsafe, Type } from 'typebox'
import { Id, OneOf } from '../../schema/shared.schema.ts'

export const Destination = Type.Unsafe<string>({ type: 'string', 'x-url': 'http' })

const flag = (description: string) => Type.Optional(Type.Boolean({ description }))
const short = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }))

/** The parameters of all conditions; the link service checks which of them a condition has. */
const Condition = Type.Object(
  {
    type: { ...OneOf(CONDITION_TYPES), description: 'What the condition is about.' },
    not: flag('Whether the condition holds for all other visitors instead.'),
    is: Type.Optional(
      Type.Array(Type.String({ maxLength: 512 }), {
        maxItems: VALUES_MAX,
        description: 'The values, one of which the visitor has.',
      }),
    ),
    name: short(100, 'The name of a parameter of the query.'),
    present: flag('Whether the parameter has any value.'),
    absent: flag('Whether the parameter is missing.'),
    at: short(40, 'A time with an offset.'),
    days: Type.Optional(
      Type.Array(OneOf(DAYS), { description: 'The days on which the period begins.' }),
    ),
    from: short(40, 'The local time from which the condition holds, such as 09:00.'),
    to: short(40, 'The local time until which the condition holds, at most 24:00.'),
    timezone: short(64, 'The name of an IANA time zone.'),
  } satisfies Record<Parameter | 'type' | 'not', TSchema>,
  { additionalProperties: false, title: 'Condition' },
)
const Conditions = Type.Array(Condition, {
  maxItems: CONDITIONS_MAX,
  description: 'The conditions, all of which must hold.',
})

/** The schemas of values of items, by type; the link service checks them further. */
const VALUES: Record<ValueType, { read: TSchema; write: TSchema }> = {
  string: { read: Type.String(), write: Type.String({ maxLength: 100 }) },
  number: { read: Type.Number(), write: Type.Number() },
  conditions: { read: Conditions, write: Conditions },
}

const valuesIn = (field: ListField, side: 'read' | 'write'): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(valueTypes(field)).map(([name, type]) => [name, VALUES[type][side]]),
  )

/** The schemas of lists in responses. */
export const SHOWN_LISTS = forLists((field) =>
  Type.Array(Type.Object({ id: Type.Integer(), url: Type.String(), ...valuesIn(field, 'read') })),
) as unknown as { [F in ListField]: TUnsafe<ListItem<F>[]> }

const newItems = (field: ListField, values: Record<string, TSchema>) =>
  Type.Array(
    Type.Object(
      { id: Type.Optional(Id), url: Destination, ...valuesIn(field, 'write'), ...values },
      { additionalProperties: false },
    ),
    { maxItems: 1_000 },
  )

/** The schemas of lists in requests. A rule needs no name. */
const NEW_ITEMS = forLists((field) =>
  newItems(field, field === 'rules' ? { name: Type.Optional(VALUES.string.write) } : {}),
)

/** The rules of a link in requests that create or change it. */
export const NewRules = Type.Optional(
  Type.Unsafe<NewRule[] | null>({
    ...NEW_ITEMS.rules,
    type: ['array', 'null'],
    description: 'The rules, of which the first that matches a visitor applies.',
  }),
)

/** The bodies that replace lists. */
export const NEW_LISTS = forLists((field) =>
  Type.Object({ items: NEW_ITEMS[field] }, { additionalProperties: false }),
)
