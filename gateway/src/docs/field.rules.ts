import { escapeHtml, inlineHtml } from './html.rules.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is arbitrary JSON.
type Json = any

/** The name of what a `$ref` points to. */
export const nameOf = (reference: string): string => reference.split('/').at(-1) ?? ''

/** Follows a `$ref` within the document. */
export const resolveIn = (document: Json, it: Json): Json =>
  it.$ref
    ? it.$ref
        .split('/')
        .slice(1)
        .reduce((node: Json, key: string) => node[key], document)
    : it

/** The type of a schema, with links to the objects of the document. */
export function typeHtml(schema: Json): string {
  if (schema.$ref) {
    const name = nameOf(schema.$ref)
    return `<a href="#object-${name}">${name}</a>`
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeHtml).join(' or ')
  if (schema.enum) {
    return schema.enum.map((it: unknown) => `<code>${escapeHtml(String(it))}</code>`).join(' or ')
  }
  if ('const' in schema) return `<code>${escapeHtml(String(schema.const))}</code>`
  const types = [schema.type ?? 'any'].flat().map((type: string) => {
    if (type === 'array') return `array of ${typeHtml(schema.items ?? {})}`
    return type === 'string' && schema.format ? schema.format : type
  })
  return types.join(' or ') + limitsOf(schema)
}

function limitsOf({ minLength, maxLength, minimum, maximum, maxItems }: Json): string {
  const upTo = maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined
  const range = (low: unknown, high: unknown, unit = '') => {
    if (high === undefined) return ''
    return low === undefined ? `, at most ${high}${unit}` : `, ${low} to ${high}${unit}`
  }
  return (
    range(minLength, maxLength, ' characters') +
    range(minimum, upTo) +
    range(undefined, maxItems, ' items')
  )
}

/** The fields of an object and of the objects in it, by path: `items[].link_id`. */
export function fieldsHtml(schema: Json): string {
  const rows = rowsOf(schema, '')
  return rows.length === 0 ? '' : `<ul class="fields">\n${rows.join('\n')}\n</ul>`
}

function rowsOf(schema: Json, prefix: string): string[] {
  if (schema.items) return rowsOf(schema.items, `${prefix}[]`)
  const any = Object.values<Json>(schema.patternProperties ?? {})[0]
  if (any) return rowsOf(any, prefix === '' ? '{key}' : `${prefix}.{key}`)
  const isRequired = (name: string): boolean => schema.required?.includes(name) ?? false
  return Object.entries<Json>(schema.properties ?? {})
    .filter(([, it]) => !it.readOnly)
    .toSorted(([a], [b]) => Number(isRequired(b)) - Number(isRequired(a)))
    .flatMap(([name, it]) => {
      const path = prefix === '' ? name : `${prefix}.${name}`
      const note = isRequired(name) ? ' <em>required</em>' : ''
      return [rowHtml(path, it, note, it.description), ...rowsOf(it, path)]
    })
}

/** A field or parameter: name, type and description. */
export const rowHtml = (name: string, schema: Json, note: string, description = ''): string =>
  `<li><code>${escapeHtml(name)}</code> <span class="type">${typeHtml(schema)}</span>${note}` +
  `${description ? `<br>${inlineHtml(description)}` : ''}</li>`
