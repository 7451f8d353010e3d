import { Type } from 'typebox'

// Written out instead of \p{Cc}, which validators outside JavaScript do not support.
const CONTROL = '\\u0000-\\u001f\\u007f-\\u009f'
const SEPARATOR = '\\u2028\\u2029'
const PRINTABLE = `[^${CONTROL}${SEPARATOR}]`
const VISIBLE = `[^\\s${CONTROL}${SEPARATOR}]`

/** Text of 1 to `max` characters, without whitespace, control characters and those in `besides`. */
export const word = (besides: string, max: number): string => `[^\\s${CONTROL}${besides}]{1,${max}}`

/** A display name: 1 to `max` characters after trimming, without control characters. */
export const Name = (max: number, code = 'invalid_name') =>
  Type.Unsafe<string>({
    type: 'string',
    pattern: `^\\s*${VISIBLE}(${PRINTABLE}{0,${max - 2}}${VISIBLE})?\\s*$`,
    'x-fault': {
      code,
      detail: `must be 1 to ${max} characters, none of them a control character`,
    },
  })

export const Email = Type.Unsafe<string>({ type: 'string', 'x-email': true })

/** An email address that may be absent, null or empty; all three mean not set. */
export const OptionalEmail = Type.Optional(
  Type.Unsafe<string | null>({ type: ['string', 'null'], 'x-email': true }),
)

/** `#RGB` or `#RRGGBB`; null means no color. */
export const Color = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$',
  'x-fault': { code: 'invalid_color', detail: 'must be #RGB or #RRGGBB' },
})

export const Search = Type.Optional(Type.String({ maxLength: 512 }))

/** Read-only fields: accepted and ignored, so that a resource that was read can be sent back. */
export const ignored = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Unknown({ readOnly: true }))]))

/** The response to a deletion. */
export const DeletedById = Type.Object({ id: Type.Integer(), deleted: Type.Literal(true) })
