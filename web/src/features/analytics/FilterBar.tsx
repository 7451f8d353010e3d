import { Button, Group, Pill, Popover, Switch } from '@mantine/core'
import { useState } from 'react'
import { useDomains, useLabels } from '../../api/choices.ts'
import { countryName } from '../../shared/country.rules.ts'
import type { Filters } from '../../shared/filters.ts'
import { FilterIcon } from '../../shared/icons.tsx'
import { SearchField } from '../../shared/SearchField.tsx'
import classes from './analytics.module.css'
import { useLink } from './analytics.queries.ts'
import { FILTERS, toFilterQuery } from './dimension.rules.ts'
import { FilterChoice } from './FilterChoice.tsx'

interface FilterBarProps {
  filters: Filters
  change: (change: Filters) => void
}

/** The active filters, and controls to add more. */
export function FilterBar({ filters, change }: FilterBarProps) {
  const [open, setOpen] = useState(false)
  const meant = toFilterQuery(filters)
  const active = Object.keys(FILTERS).filter((name) => name !== 'search' && name in meant)
  return (
    <Group gap="xs" mb="md">
      <SearchField
        label="Search destinations and short URLs"
        placeholder="Search URLs"
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
            Filter
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <FilterChoice
            choose={(name, value) => {
              setOpen(false)
              change({ [name]: value })
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {active.map((name) => (
        <Pill
          key={name}
          size="md"
          className={classes.filter}
          withRemoveButton
          removeButtonProps={{
            'aria-label': `Remove filter ${FILTERS[name]}`,
            'aria-hidden': false,
            tabIndex: 0,
          }}
          onRemove={() => change({ [name]: '' })}
        >
          {FILTERS[name]}: <FilterValue name={name} value={filters[name] ?? ''} />
        </Pill>
      ))}
      <Switch
        ml="auto"
        size="sm"
        label="Bots"
        checked={filters.include_bots === 'true'}
        onChange={({ currentTarget }) =>
          change({ include_bots: currentTarget.checked ? 'true' : '' })
        }
      />
    </Group>
  )
}

/** A filter value with its display name. */
function FilterValue({ name, value }: { name: string; value: string }) {
  const { data: domains } = useDomains()
  const { data: folders } = useLabels('folder')
  const { data: tags } = useLabels('tag')
  const { data: link } = useLink(value, name === 'link_id')
  const named = (items: { id: number; name: string }[] = []) =>
    items.find(({ id }) => `${id}` === value)?.name ?? value
  const names: Record<string, () => string> = {
    link_id: () => link?.short_url.replace(/^https?:\/\//, '') ?? value,
    domain_id: () => named(domains?.items),
    folder_id: () => (value === '0' ? 'none' : named(folders?.items)),
    tag_id: () => named(tags?.items),
    country: () => countryName(value),
  }
  return names[name]?.() ?? value
}
