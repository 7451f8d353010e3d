import type { CallOptions, Client } from '@fingerpost/kit/grpc/client'
import type { FindLabelsResponse, ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import { checkName, isLabelName, LABEL_NAME_MAX, nameKey } from '@fingerpost/protos/name'
import { tagNames } from './cell.rules.ts'
import {
  type ImportRow,
  LABEL_FIELDS,
  type LabelKind,
  MALFORMED_TAGS,
  noLabel,
  noLabelLeft,
  toFault,
} from './import.rules.ts'
import type { ImportFault, LabelNames } from './import.schema.ts'

export const LABEL_KINDS = ['folders', 'tags'] as const satisfies readonly LabelKind[]

/** The ids of labels, by kind. */
export type LabelIds = Record<LabelKind, number[]>

/** Labels that one call makes, each with an entry of the audit log. */
const MADE_AT_ONCE = 500

const NAMES: Record<LabelKind, (row: ImportRow) => string[]> = {
  folders: ({ cells }) => (cells?.folder ? [cells.folder] : []),
  tags: ({ cells }) => tagNames(cells ?? {}) ?? [],
}

/** Finds the folders and tags that rows name; if `creates`, those that do not exist can be made. */
export async function findLabels(
  catalog: Client<ReferencesService>,
  rows: readonly ImportRow[],
  creates: boolean,
  call: CallOptions,
) {
  const ids = { folders: new Map<string, number>(), tags: new Map<string, number>() }
  const named = (kind: LabelKind, some: readonly ImportRow[]) =>
    [...new Set(some.flatMap(NAMES[kind]))].filter(isLabelName)
  const learn = (found: FindLabelsResponse | undefined) => {
    for (const kind of LABEL_KINDS) {
      for (const { name, id } of found?.[kind] ?? []) ids[kind].set(name, id)
    }
  }
  const request = { folders: named('folders', rows), tags: named('tags', rows) }
  if (request.folders.length + request.tags.length > 0)
    learn(await catalog.findLabels(request, call))

  /** Ids that stand for labels until they are made, by key. */
  const pending = new Map<string, number>()
  let isMade = false

  function idOf(kind: LabelKind, name: string): number | ImportFault {
    const id = ids[kind].get(name)
    if (id !== undefined) return id
    if (!creates) return noLabel(kind, name)
    const fault = checkName(LABEL_FIELDS[kind], name, LABEL_NAME_MAX)
    if (fault) return toFault([{ ...fault, detail: `"${name.slice(0, 100)}" ${fault.detail}` }])
    if (isMade) return noLabelLeft(kind)
    const key = nameKey(name)
    pending.set(key, pending.get(key) ?? -1 - pending.size)
    return pending.get(key) ?? 0
  }

  const missingOf = (kind: LabelKind, some: readonly ImportRow[]): string[] =>
    creates ? named(kind, some).filter((name) => !ids[kind].has(name)) : []

  return {
    /** The labels that a row names; until `make`, negative ids stand for those that do not exist. */
    of(row: ImportRow): { folderId: number | null; tagIds: number[] } | ImportFault {
      const tags = tagNames(row.cells ?? {})
      if (!tags) return MALFORMED_TAGS
      const [folderId = null] = NAMES.folders(row).map((name) => idOf('folders', name))
      const tagIds: number[] = []
      if (folderId !== null && typeof folderId !== 'number') return folderId
      for (const id of tags.map((name) => idOf('tags', name))) {
        if (typeof id !== 'number') return id
        tagIds.push(id)
      }
      return { folderId, tagIds }
    },

    /** The names of the labels that an import of these rows makes. */
    missing: (some: readonly ImportRow[]): LabelNames => ({
      folders: missingOf('folders', some),
      tags: missingOf('tags', some),
    }),

    /** Adds the ids of labels that exist to `made`: an earlier attempt has made them. */
    claim(names: LabelNames, made: LabelIds): void {
      for (const kind of LABEL_KINDS) {
        made[kind].push(...names[kind].flatMap((name) => ids[kind].get(name) ?? []))
      }
    },

    /** Makes these labels, as far as the quotas allow, and adds their ids to `made`. */
    async make(wanted: LabelNames, made: LabelIds): Promise<void> {
      for (const kind of LABEL_KINDS) {
        for (const names = [...wanted[kind]]; names.length > 0; ) {
          const request = { folders: [], tags: [], [kind]: names.splice(0, MADE_AT_ONCE) }
          const { labels, made_folders, made_tags } = await catalog.makeLabels(request, call)
          learn(labels)
          made.folders.push(...made_folders)
          made.tags.push(...made_tags)
        }
      }
      isMade = true
    },
  }
}

export type RowLabels = Awaited<ReturnType<typeof findLabels>>
