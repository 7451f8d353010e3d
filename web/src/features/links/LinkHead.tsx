import type { ReactNode } from 'react'
import { text } from '#messages/links.ts'
import { text as words } from '#messages/shared.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import { DownIcon } from '../../shared/icons.tsx'
import { nextSort, SORTS, sortOf } from './link-filter.rules.ts'
import classes from './links.module.css'

interface LinkHeadProps {
  filters: Filters
  change: (change: Filters) => void
  /** The numbers of loaded links and of selected links among them. */
  loaded: number
  chosen: number
  /** Without it, links cannot be selected. */
  select: ((all: boolean) => void) | undefined
}

const { head } = text

/** The column headers; those of sortable columns are buttons. */
export const LinkHead = ({ filters, change, loaded, chosen, select }: LinkHeadProps) => {
  const sorting = { filters, change }
  return (
    <div role="row" aria-rowindex={1} className={`${classes.row} ${classes.head}`}>
      <div role="columnheader" aria-label={select ? undefined : head.selection}>
        {select && (
          <input
            type="checkbox"
            className={classes.check}
            aria-label={head.selectLoaded}
            checked={chosen > 0 && chosen === loaded}
            ref={(box) => {
              if (box) box.indeterminate = chosen > 0 && chosen < loaded
            }}
            onChange={({ currentTarget }) => select(currentTarget.checked)}
          />
        )}
      </div>
      <SortHead by="slug" {...sorting}>
        {head.link}
      </SortHead>
      <div role="columnheader" className={classes.labels}>
        {head.labels}
      </div>
      <SortHead by="clicks" className={classes.end} {...sorting}>
        {words.clicks}
      </SortHead>
      <div role="columnheader" className={classes.seen}>
        {head.last30Days}
      </div>
      <SortHead by="clicked_at" className={classes.seen} {...sorting}>
        {head.lastClick}
      </SortHead>
      <SortHead by="created_at" className={classes.made} {...sorting}>
        {head.created}
      </SortHead>
      <div role="columnheader" aria-label={words.actions} />
    </div>
  )
}

interface SortHeadProps extends Pick<LinkHeadProps, 'filters' | 'change'> {
  by: 'slug' | 'clicks' | 'clicked_at' | 'created_at'
  className?: string | undefined
  children: ReactNode
}

function SortHead({ by, className, filters, change, children }: SortHeadProps) {
  const { sort, order } = SORTS[sortOf(filters)]
  const sorted = sort === by && (order === 'asc' ? 'ascending' : 'descending')
  return (
    <div role="columnheader" aria-sort={sorted || 'none'} className={className}>
      <button
        type="button"
        className={classes.sort}
        onClick={() => change({ sort: nextSort(by, filters) })}
      >
        {children}
        <DownIcon size={14} className={classes.arrow} />
      </button>
    </div>
  )
}
