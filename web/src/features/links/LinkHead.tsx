import type { ReactNode } from 'react'
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

/** The column headers; those of sortable columns are buttons. */
export const LinkHead = ({ filters, change, loaded, chosen, select }: LinkHeadProps) => {
  const sorting = { filters, change }
  return (
    <div role="row" aria-rowindex={1} className={`${classes.row} ${classes.head}`}>
      <div role="columnheader" aria-label={select ? undefined : 'Selection'}>
        {select && (
          <input
            type="checkbox"
            className={classes.check}
            aria-label="Select the loaded links"
            checked={chosen > 0 && chosen === loaded}
            ref={(box) => {
              if (box) box.indeterminate = chosen > 0 && chosen < loaded
            }}
            onChange={({ currentTarget }) => select(currentTarget.checked)}
          />
        )}
      </div>
      <SortHead by="slug" {...sorting}>
        Link
      </SortHead>
      <div role="columnheader" className={classes.labels}>
        Folder and tags
      </div>
      <SortHead by="clicks" className={classes.end} {...sorting}>
        Clicks
      </SortHead>
      <div role="columnheader" className={classes.seen}>
        Last 30 days
      </div>
      <SortHead by="clicked_at" className={classes.seen} {...sorting}>
        Last click
      </SortHead>
      <SortHead by="created_at" className={classes.made} {...sorting}>
        Created
      </SortHead>
      <div role="columnheader" aria-label="Actions" />
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
