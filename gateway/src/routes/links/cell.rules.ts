import { parse } from 'csv-parse/sync'

/** The cell of an export for tags: names between commas, in quotes where a name has a comma or a quote. */
export const tagsCell = (names: readonly string[]): string =>
  names.map((name) => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ')

/** The names in such a cell. Text that is not of this form is one name. */
export function namesOf(cell: string): string[] {
  if (!cell.includes('"')) return named(cell.split(','))
  try {
    const [names = []]: string[][] = parse(cell, { trim: true })
    return named(names)
  } catch {
    return named([cell])
  }
}

const named = (names: readonly string[]) => names.map((name) => name.trim()).filter(Boolean)

/** The cell of an export for A/B or geo links: JSON; empty without any. */
export const listCell = (items: readonly object[]): string =>
  items.length > 0 ? JSON.stringify(items) : ''

/** Bytes of cells that hold JSON: more than 50 tags, 20 A/B and 250 geo links of a link can have. */
const LIST_BYTES: Record<string, number> = { tags: 20_000, ab: 200_000, geo: 2_200_000 }

/** A text short enough for a call. What is cut is too long for its field, and refused for that. */
export const cutCell = (name: string, text: string, max: number): string =>
  Buffer.byteLength(text) > (LIST_BYTES[name] ?? Number.POSITIVE_INFINITY) || !(name in LIST_BYTES)
    ? text.slice(0, max)
    : text
