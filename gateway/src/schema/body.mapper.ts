import type { Static, TObject } from 'typebox'

/** What a message may hold for a value of a body: a number for an id, a date, and nothing for null. */
type Sent<T> = T extends string ? string | number | Date : T extends null ? undefined : T
type MessageOf<Body> = { [Field in keyof Body]?: Sent<Body[Field]> | undefined }
/** Fails for a message that does not know a field of the body. */
type Complete<Body, Message> = Exclude<keyof Body, keyof Message> extends never ? unknown : never

interface Schema {
  type?: string
  format?: string
  anyOf?: Schema[]
}

/**
 * Returns a function that turns messages into bodies of this schema: ids become texts where the schema
 * has texts, dates become ISO 8601, and absent values null where it allows null. Proto3 does not know a
 * date that is always there, so an absent one becomes 1970.
 */
export function bodyOf<S extends TObject>(schema: S) {
  const fields = Object.entries(schema.properties as Record<string, Schema>).map(([name, it]) => {
    const kinds = it.anyOf ?? [it]
    const has = (type: string) => kinds.some((kind) => kind.type === type)
    const isDate = kinds.some(({ format }) => format === 'date-time')
    const absent = has('null') ? null : isDate ? new Date(0).toISOString() : undefined
    return { name, isText: has('string'), absent }
  })
  return <M extends MessageOf<Static<S>>>(message: M & Complete<Static<S>, M>): Static<S> => {
    const body: Record<string, unknown> = {}
    for (const { name, isText, absent } of fields) {
      const value = (message as Record<string, unknown>)[name]
      if (value instanceof Date) body[name] = value.toISOString()
      else if (value === undefined) {
        if (absent !== undefined) body[name] = absent
      } else body[name] = isText && typeof value === 'number' ? String(value) : value
    }
    return body as Static<S>
  }
}
