import { text } from '#messages/shared.ts'

const FIELDS: Readonly<Record<string, string>> = text.fields

/** What is wrong with a field as a sentence; the API leaves out the name and the period. */
export function sentenceOf(name: string, detail: string): string {
  const isWhole = /^\p{Lu}.*\.$/u.test(detail)
  return isWhole ? detail : `${name} ${detail.replace(/\.$/, '')}.`
}

/**
 * The name of a field of the API as a person reads it: its label in `labels`, its usual one, or its
 * own name; `folder` and `folder_id` are one field. A field of a row of a list gets the number of the row: `items.0.url` is `Destination 1`.
 */
export function fieldName(field: string, labels: Readonly<Record<string, string>> = {}): string {
  const [, row, name = field] = /^\w+\.(\d+)\.(\w+)$/.exec(field) ?? []
  const words = name.replaceAll('_', ' ').replace(/\burl\b/, 'URL')
  const label =
    labels[name] ??
    labels[`${name}_id`] ??
    FIELDS[name] ??
    words.charAt(0).toUpperCase() + words.slice(1)
  return row === undefined ? label : `${label} ${Number(row) + 1}`
}
