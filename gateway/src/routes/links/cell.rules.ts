import { forLists, LIST_RULES } from '@fingerpost/protos/redirect-rules'

/** Cell of an export for tags: comma-separated names, quoted if they contain a separator or a quote. */
export const tagsCell = (names: readonly string[]): string =>
  names.map((name) => (/[",;|]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ')

/** A name in quotes, or the text up to a separator. */
const NAME = /\s*"((?:[^"]|"")*)"\s*(?=[,;|]|$)|[^,;|]+/g

/** The names in such a cell, which people may also separate by `;` or `|`. */
export const namesOf = (cell: string): string[] =>
  [...cell.matchAll(NAME)]
    .map(([name, quoted]) => (quoted?.replaceAll('""', '"') ?? name).trim())
    .filter(Boolean)

/** Cell of an export for a list of destinations: JSON, or empty if there are none. */
export const listCell = (items: readonly object[]): string =>
  items.length > 0 ? JSON.stringify(items) : ''

/** Above what an item takes whose URL has the maximum length. */
const ITEM_BYTES = 10_000
/** Maximum bytes of cells that hold JSON: above what 50 tags or the items of a full list take. */
export const LIST_BYTES: Readonly<Record<string, number>> = {
  tags: 20_000,
  ...forLists((field) => LIST_RULES[field].max * ITEM_BYTES),
}

/** Truncates a text for a gRPC call, to a length that its field still rejects as too long. */
export const cutCell = (name: string, text: string, max: number): string =>
  Buffer.byteLength(text) > (LIST_BYTES[name] ?? Number.POSITIVE_INFINITY) || !(name in LIST_BYTES)
    ? text.slice(0, max)
    : text
