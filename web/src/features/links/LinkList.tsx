import { useDebouncedValue } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { text as words } from '#messages/shared.ts'
import { useMemberNames } from '../../api/members.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import { useListKeys } from '../../shared/list-keys.ts'
import { useWide } from '../../shared/media.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useClickSeries } from './click-series.queries.ts'
import { LinkHead } from './LinkHead.tsx'
import { LinkRow, WaitingRow } from './LinkRow.tsx'
import { type Link, PAGE_ROWS, useLinkPages } from './link.queries.ts'
import classes from './links.module.css'
import type { Selection } from './selection.rules.ts'
import { type ChangeSelection, useSelecting } from './selection.ts'

const ROW_PX = 62
/** Rows rendered in advance above and below the viewport. */
const SPARE = 10
/** Sparklines are loaded only after scrolling pauses for this long. */
const REST_MS = 250
/** Above and below, other parts of the page may cover the list. */
const HIDDEN_PX = 90
const NO_PAGES: readonly number[] = []

interface LinkListProps {
  filters: Filters
  change: (change: Filters) => void
  /** The first page, or the previous one while it is loading. */
  first: readonly Link[]
  total: number
  selection: Selection
  /** Without it, links cannot be selected. */
  setSelection: ChangeSelection | undefined
}

/** A virtual list of all filtered links: only visible rows are loaded and rendered. */
export function LinkList({
  filters,
  change,
  first,
  total,
  selection,
  setSelection,
}: LinkListProps) {
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(body.current?.offsetTop ?? 0), [])

  const known = useRef(new Map<number, readonly Link[]>())
  const at = (index: number) =>
    known.current.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS]
  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => ROW_PX,
    overscan: SPARE,
    scrollMargin: top,
    scrollPaddingStart: HIDDEN_PX,
    scrollPaddingEnd: HIDDEN_PX,
  })
  useLayoutEffect(() => rows.measure(), [filters])

  const shown = rows.getVirtualItems()
  const from = Math.floor((shown[0]?.index ?? 0) / PAGE_ROWS)
  const last = Math.floor((shown.at(-1)?.index ?? 0) / PAGE_ROWS)
  const pages = useMemo(
    () => Array.from({ length: last - from + 1 }, (_, i) => from + i),
    [from, last],
  )
  const answers = useLinkPages(filters, pages)
  known.current = new Map(
    pages.map((page, i) => [page, answers[i]?.data?.items ?? (page === 0 ? first : [])]),
  )

  const drawn = useWide()
  const [resting] = useDebouncedValue(pages, REST_MS)
  const series = useClickSeries(
    (drawn ? resting : NO_PAGES).map((it) => known.current.get(it)?.map(({ id }) => id) ?? []),
  )

  const names = useMemberNames()
  const { select, toggle, extended } = useSelecting(filters, at, setSelection)
  const [, navigate] = useLocation()
  const search = useSearch()
  const go = (index: number, page = '') => {
    const link = at(index)
    if (link) navigate(`/links/${link.id}${page}${search && `?${search}`}`)
  }
  const keys = useListKeys({
    list: body,
    count: total,
    reveal: (index) => rows.scrollToIndex(index),
    open: go,
    keys: {
      e: (index) => go(index, '/edit'),
      ...(setSelection && { x: (index: number) => toggle(index, selection) }),
    },
    ...(setSelection && { extended }),
  })
  const here = [...known.current.values()].flat()
  const chosen = here.filter(({ id }) => selection.has(id)).length
  const selectHere = (all: boolean) =>
    setSelection?.(() => new Map(all ? here.map((link) => [link.id, link]) : []))
  return (
    <>
      <ProblemNotice error={answers.find(({ error }) => error)?.error} />
      <div
        role="table"
        aria-label={words.links}
        aria-rowcount={total + 1}
        className={classes.table}
      >
        <LinkHead
          filters={filters}
          change={change}
          loaded={here.length}
          chosen={chosen}
          select={setSelection && selectHere}
        />
        <div
          role="rowgroup"
          ref={body}
          className={classes.body}
          style={{ height: rows.getTotalSize() }}
          {...keys}
        >
          {shown.map(({ index, key, size, start }) => {
            const link = at(index)
            return (
              <div
                key={key}
                role="row"
                tabIndex={-1}
                data-index={index}
                aria-rowindex={index + 2}
                aria-label={link && `${link.domain}/${link.slug}`}
                data-selected={link !== undefined && selection.has(link.id)}
                className={`${classes.row} ${classes.line}`}
                style={{ height: size, transform: `translateY(${start - top}px)` }}
              >
                {link ? (
                  <LinkRow
                    link={link}
                    index={index}
                    days={series[link.id]}
                    creator={names.get(link.user_id)}
                    selected={selection.has(link.id)}
                    select={setSelection && select}
                  />
                ) : (
                  <WaitingRow />
                )}
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}
