import { api } from '../../api/client.ts'
import { problemOf, read } from '../../api/problem.ts'
import type { ImportRow } from './import.rules.ts'

/** The id of a tag named in a file, or why it could not be created. */
type Found = { id: number } | { error: string }
export type FoundTags = ReadonlyMap<string, Found>

/**
 * Looks up tags by name and creates missing ones. A tag that cannot be created fails only its rows.
 */
export async function findTags(names: readonly string[]): Promise<FoundTags> {
  const found = new Map<string, Found>()
  for (const name of names) found.set(name.toLowerCase(), await findTag(name))
  return found
}

async function findTag(name: string): Promise<Found> {
  try {
    const query = { search: name, limit: 100 } as const
    const { items } = await read(api().GET('/tag', { params: { query } }))
    const same = items.find((it) => it.name.toLowerCase() === name.toLowerCase())
    return { id: (same ?? (await read(api().POST('/tag', { body: { name } })))).id }
  } catch (error) {
    return { error: `The tag “${name}”: ${problemOf(error).detail}` }
  }
}

/** Why the tags of a row are unavailable; undefined if they are available. */
export function tagErrorOf({ tags = [] }: ImportRow, found: FoundTags): string | undefined {
  for (const name of tags) {
    const tag = found.get(name.toLowerCase())
    if (tag && 'error' in tag) return tag.error
  }
  return undefined
}

/** Adds tags to created links, grouped by equal sets of tags. Returns the errors by row. */
export async function tagLinks(
  made: readonly { index: number; id: string; row: ImportRow }[],
  found: FoundTags,
): Promise<Map<number, string>> {
  const idOf = (name: string) => {
    const tag = found.get(name.toLowerCase())
    return tag && 'id' in tag ? [tag.id] : []
  }
  const failed = new Map<number, string>()
  const tagged = made.filter(({ row }) => row.tags)
  for (const alike of Map.groupBy(tagged, ({ row }) =>
    row.tags?.flatMap(idOf).sort().join(),
  ).values()) {
    const tags = alike[0]?.row.tags?.flatMap(idOf) ?? []
    const ids = alike.map(({ id }) => Number(id))
    try {
      await read(api().PUT('/link/tag', { body: { ids, tags, mode: 'add' } }))
    } catch (error) {
      for (const { index } of alike) {
        failed.set(index, `Made, but without its tags: ${problemOf(error).detail}`)
      }
    }
  }
  return failed
}
