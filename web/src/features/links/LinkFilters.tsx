import { Button, Collapse, Group, MultiSelect, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useDomains, useLabels } from '../../api/choices.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import { FilterIcon } from '../../shared/icons.tsx'
import { SearchField } from '../../shared/SearchField.tsx'
import { isFiltered, SORTS, sortOf } from './link-filter.rules.ts'
import classes from './links.module.css'

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'locked', label: 'With password' },
]
const SORT_CHOICES = Object.entries(SORTS).map(([value, { label }]) => ({ value, label }))

interface LinkFiltersProps {
  filters: Filters
  change: (change: Filters) => void
}

/** The filters and sort order of the list, all of them in the URL. */
export function LinkFilters({ filters, change }: LinkFiltersProps) {
  const narrow = useMediaQuery('(max-width: 48em)')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Group gap="xs" mb="xs" wrap="nowrap">
        <SearchField
          label="Search links"
          placeholder="Search slugs, URLs and titles"
          flex={1}
          value={filters.search ?? ''}
          change={(search) => change({ search })}
        />
        {narrow && (
          <Button
            variant={isFiltered({ ...filters, search: '' }) ? 'light' : 'default'}
            leftSection={<FilterIcon />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            Filter
          </Button>
        )}
      </Group>
      <Collapse expanded={open || narrow === false}>
        <Choices filters={filters} change={change} />
      </Collapse>
    </>
  )
}

function Choices({ filters, change }: LinkFiltersProps) {
  const { data: domains } = useDomains()
  const { data: folders } = useLabels('folder')
  const { data: tags } = useLabels('tag')
  const named = (items: { id: number; name: string }[] = []) =>
    items.map(({ id, name }) => ({ value: `${id}`, label: name }))
  const chosenTags = filters.tags?.split(',') ?? []
  return (
    <div className={classes.filters}>
      <Select
        w={{ base: '100%', sm: 170 }}
        aria-label="Domain"
        placeholder="Any domain"
        clearable
        data={named(domains?.items)}
        value={filters.domain ?? null}
        onChange={(domain) => change({ domain: domain ?? '' })}
      />
      <Select
        w={{ base: '100%', sm: 170 }}
        aria-label="Folder"
        placeholder="Any folder"
        clearable
        searchable
        data={[{ value: '0', label: 'In no folder' }, ...named(folders?.items)]}
        value={filters.folder ?? null}
        onChange={(folder) => change({ folder: folder ?? '' })}
      />
      <MultiSelect
        miw={170}
        maw={{ sm: 360 }}
        aria-label="Tags"
        placeholder={chosenTags.length > 0 ? '' : 'Any tags'}
        clearable
        searchable
        data={named(tags?.items)}
        value={chosenTags}
        onChange={(values) => change({ tags: values.join(',') })}
      />
      <Select
        w={{ base: '100%', sm: 150 }}
        aria-label="Status"
        placeholder="Any status"
        clearable
        data={STATUSES}
        value={filters.status ?? null}
        onChange={(status) => change({ status: status ?? '' })}
      />
      <Select
        w={{ base: '100%', sm: 180 }}
        ml={{ base: 0, md: 'auto' }}
        aria-label="Sort by"
        allowDeselect={false}
        data={SORT_CHOICES}
        value={sortOf(filters)}
        onChange={(sort) => change({ sort: sort === 'newest' ? '' : (sort ?? '') })}
      />
    </div>
  )
}
