import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { text } from '#messages/links.ts'
import { showFailure } from '../../shared/failure.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import { type Link, loadRows } from './link.queries.ts'
import { extendedTo, rangeOf, type Selection, withLinks } from './selection.rules.ts'

export type ChangeSelection = (change: (before: Selection) => Selection) => void

export interface Row {
  index: number
  link: Link
}

/** Selects rows of the filtered list, one by one or as ranges. */
export function useSelecting(
  filters: Filters,
  at: (index: number) => Link | undefined,
  setSelection: ChangeSelection | undefined,
) {
  const queries = useQueryClient()
  const shown = useRef(filters)
  shown.current = filters
  const anchor = useRef<{ index: number; id: string }>(undefined)
  /** The end of the range that the keyboard extends. */
  const reached = useRef<number>(undefined)

  /** With `range`, selects everything between the last row that was selected and this one. */
  const select = useCallback(
    async ({ index, link }: Row, chosen: boolean, range: boolean) => {
      const from = anchor.current
      anchor.current = { index, id: link.id }
      setSelection?.((before) => withLinks(before, [link], chosen))
      if (!range || !from) return
      try {
        const ends = [from.index, index] as const
        const rows = await loadRows(queries, filters, Math.min(...ends), Math.max(...ends))
        if (shown.current !== filters) return
        const links = rangeOf(rows, [from.id, link])
        setSelection?.((before) => withLinks(before, links, chosen))
      } catch (error) {
        showFailure(text.cannotSelect, error)
      }
    },
    [queries, filters, setSelection],
  )

  const toggle = (index: number, selection: Selection) => {
    const link = at(index)
    if (link) void select({ index, link }, !selection.has(link.id), false)
  }

  const extended = (from: number, to: number) => {
    const start = at(from)
    if (!start) return
    // Continues a range only from its end.
    if (reached.current !== from) anchor.current = { index: from, id: start.id }
    reached.current = to
    const { chosen, dropped } = extendedTo(anchor.current?.index ?? from, from, to)
    const links = (rows: readonly number[]) => rows.map(at).filter((it) => it !== undefined)
    setSelection?.((before) =>
      withLinks(withLinks(before, links(chosen), true), links(dropped), false),
    )
  }
  return { select, toggle, extended }
}
