import { parse } from 'csv-parse/sync'

/** Cell of an export for tags: comma-separated names, quoted if they contain a comma or a quote. */
export const tagsCell = (names: readonly string[]): string =>
  names.map((name) => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ')

/** The names in such a cell. Text in any other form is one name. */
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

/** Cell of an export for A/B or geo links: JSON, or empty if there are none. */
export const listCell = (items: readonly object[]): string =>
  items.length > 0 ? JSON.stringify(items) : ''

/** Maximum bytes of cells that hold JSON: above what 50 tags, 20 A/B or 250 geo links take. */
const LIST_BYTES: Record<string, number> = { tags: 20_000, ab: 200_000, geo: 2_200_000 }

/** Truncates a text for a gRPC call, to a length that its field still rejects as too long. */
export const cutCell = (name: string, text: string, max: number): string =>
  Buffer.byteLength(text) > (LIST_BYTES[name] ?? Number.POSITIVE_INFINITY) || !(name in LIST_BYTES)
    ? text.slice(0, max)
    : text
