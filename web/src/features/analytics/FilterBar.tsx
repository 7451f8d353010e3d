import { Anchor, Button, Group, Loader, Pill, Popover, Switch } from '@mantine/core'
import { Fragment, lazy, Suspense, useState } from 'react'
import { Link as To } from 'wouter'
import { text } from '#messages/analytics-filters.ts'
import { filled } from '../../shared/filled.tsx'
import { type Filters, joined, valuesOf } from '../../shared/filter-values.rules.ts'
import { FilterIcon } from '../../shared/icons.tsx'
import { SearchField } from '../../shared/SearchField.tsx'
import { ViewsButton } from '../views/ViewsButton.tsx'
import classes from './analytics.module.css'
import { Compare } from './Compare.tsx'
import { CONDITIONS, toFilterQuery } from './dimension.rules.ts'
import { FilterValue } from './FilterValue.tsx'

const FilterChoice = lazy(async () => ({
  default: (await import('./FilterChoice.tsx')).FilterChoice,
}))

interface FilterBarProps {
  filters: Filters
  change: (change: Filters) => void
}

/** The active filters, and controls to add more. */
export function FilterBar({ filters, change }: FilterBarProps) {
  const [open, setOpen] = useState(false)
  const meant = toFilterQuery(filters)
  const active = CONDITIONS.filter(({ name }) => name in meant)
  return (
    <Group gap="xs" mb="md">
      <SearchField
        label={text.searchLabel}
        placeholder={text.searchUrls}
        w={{ base: 150, xs: 220 }}
        value={filters.search ?? ''}
        change={(search) => change({ search })}
      />
      <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<FilterIcon />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {text.filter}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Suspense fallback={<Loader size="sm" />}>
            {open && (
              <FilterChoice
                choose={(name, value) => {
                  setOpen(false)
                  change({ [name]: joined([...valuesOf(filters[name]), value]) })
                }}
              />
            )}
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <Compare filters={filters} change={change} />
      <ViewsButton page="analytics" />
      {active.map(({ name, field, operator }) => {
        const condition = text.conditions[operator](text.filters[field])
        return (
          <Pill
            key={name}
            size="md"
            className={classes.filter}
            withRemoveButton
            removeButtonProps={{
              'aria-label': text.removeFilter(condition),
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => change({ [name]: '' })}
          >
            {filled(text.activeFilter, {
              condition,
              values: [meant[name]].flat().map((value, nth) => (
                <Fragment key={`${value}`}>
                  {nth > 0 && text.or}
                  {field === 'link_id' ? (
                    <Anchor component={To} href={`/links/${value}`} inherit>
                      <FilterValue name={field} value={`${value}`} />
                    </Anchor>
                  ) : (
                    <FilterValue name={field} value={`${value}`} />
                  )}
                </Fragment>
              )),
            })}
          </Pill>
        )
      })}
      <Switch
        ml="auto"
        size="sm"
        label={text.bots}
        checked={filters.include_bots === 'true'}
        onChange={({ currentTarget }) =>
          change({ include_bots: currentTarget.checked ? 'true' : '' })
        }
      />
    </Group>
  )
}
