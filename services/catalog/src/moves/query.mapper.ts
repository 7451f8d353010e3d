import { type MoveField, type Renumber, text } from '@fingerpost/kit/move/field'

const QUERY_MAX = 2_000
/** Parameters of the pages of the dashboard that are filters by ids. */
const BY_IDS = /^(link|domain|folder|tag)s?(_ids?)?(_not)?$/
const KINDS: Record<string, string> = {
  link: 'links',
  domain: 'domains',
  folder: 'folders',
  tag: 'tags',
}

/** The query string of a saved view: ids in its filters are replaced; 0 stands for none. */
export const viewQuery: MoveField = {
  ...text(QUERY_MAX),
  renumber(query: string, to: Renumber) {
    const params = [...new URLSearchParams(query)].map(([name, value]) => {
      const kind = KINDS[BY_IDS.exec(name)?.[1] ?? '']
      const replace = (id: string) =>
        kind && /^[1-9]\d{0,14}$/.test(id) ? to(kind, Number(id)) : id
      return [name, value.split(',').map(replace).join(',')]
    })
    return new URLSearchParams(params).toString()
  },
}
