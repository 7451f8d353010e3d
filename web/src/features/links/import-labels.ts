import { text } from '#messages/links-import.ts'
import type { LabelKind } from '../../api/choices.ts'
import { api } from '../../api/client.ts'
import { problemOf, read } from '../../api/problem.ts'
import { patiently } from './bulk.queries.ts'
import { type Fault, type ImportRow, tagsOf } from './import.rules.ts'

/** Why the folders and tags with these names cannot be used. */
type Refusals = Record<LabelKind, ReadonlyMap<string, string>>

/** Creates the folders and tags of rows that do not exist yet. */
export async function makeLabels(rows: readonly ImportRow[]): Promise<Refusals> {
  const folders = rows.flatMap(({ cells }) => cells.folder ?? [])
  return { folder: await make('folder', folders), tag: await make('tag', rows.flatMap(tagsOf)) }
}

async function make(kind: LabelKind, names: readonly string[]) {
  const refused = new Map<string, string>()
  for (const [key, [name = '']] of Map.groupBy(names, (it) => it.toLowerCase())) {
    try {
      const query = { search: name, limit: 100 } as const
      const { items } = await patiently(() => read(api().GET(`/${kind}`, { params: { query } })))
      if (items.some((it) => it.name.toLowerCase() === key)) continue
      await patiently(() => read(api().POST(`/${kind}`, { body: { name } })))
    } catch (error) {
      refused.set(key, problemOf(error).detail)
    }
  }
  return refused
}

/** The fault of a row whose folder or tags could not be created. */
export function refusalOf(row: ImportRow, refused: Refusals): Fault | undefined {
  const { line, cells } = row
  const why = (kind: LabelKind, name: string) => refused[kind].get(name.toLowerCase())
  const folder = why('folder', cells.folder ?? '')
  if (folder) return { line, field: 'folder', detail: folder }
  for (const name of tagsOf(row)) {
    const detail = why('tag', name)
    if (detail) return { line, field: 'tags', detail: text.tagRefused(name, detail) }
  }
  return undefined
}
