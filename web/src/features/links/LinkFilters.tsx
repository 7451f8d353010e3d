import { Button, Collapse, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/links.ts'
import { text as words } from '#messages/shared.ts'
import { useDomains, useLabels } from '../../api/choices.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import { FilterIcon } from '../../shared/icons.tsx'
import { useNarrow } from '../../shared/media.ts'
import { SearchField } from '../../shared/SearchField.tsx'
import { SearchMultiSelect, SearchSelect } from '../../shared/SearchSelect.tsx'
import { ViewsButton } from '../views/ViewsButton.tsx'
import { isFiltered, SORTS, type Sort, sortOf } from './link-filter.rules.ts'
import classes from './links.module.css'

const STATUSES = Object.entries(text.statuses).map(([value, label]) => ({ value, label }))
const SORT_CHOICES = (Object.keys(SORTS) as Sort[]).map((value) => ({
  value,
  label: text.sorts[value],
}))

interface LinkFiltersProps {
  filters: Filters
  change: (change: Filters) => void
}

/** The filters and sort order of the list, all of them in the URL. */
export function LinkFilters({ filters, change }: LinkFiltersProps) {
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Group gap="xs" mb="xs" wrap="nowrap">
        <SearchField
          label={text.searchLinks}
          placeholder={text.searchHint}
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
            {text.filter}
          </Button>
        )}
        <ViewsButton page="links" />
      </Group>
      <Collapse expanded={open || !narrow}>
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
        aria-label={words.domain}
        placeholder={text.anyDomain}
        clearable
        data={named(domains?.items)}
        value={filters.domain ?? null}
        onChange={(domain) => change({ domain: domain ?? '' })}
      />
      <SearchSelect
        w={{ base: '100%', sm: 170 }}
        aria-label={text.folder}
        placeholder={text.anyFolder}
        clearable
        data={[{ value: '0', label: text.inNoFolder }, ...named(folders?.items)]}
        value={filters.folder ?? null}
        onChange={(folder) => change({ folder: folder ?? '' })}
      />
      <SearchMultiSelect
        className={classes.tags}
        miw={170}
        maw={{ sm: 360 }}
        aria-label={text.tags}
        placeholder={chosenTags.length > 0 ? '' : text.anyTags}
        clearable
        data={named(tags?.items)}
        value={chosenTags}
        onChange={(values) => change({ tags: values.join(',') })}
      />
      <Select
        w={{ base: '100%', sm: 150 }}
        aria-label={words.status}
        placeholder={text.anyStatus}
        clearable
        data={STATUSES}
        value={filters.status ?? null}
        onChange={(status) => change({ status: status ?? '' })}
      />
      <Select
        w={{ base: '100%', sm: 180 }}
        ml={{ base: 0, md: 'auto' }}
        aria-label={text.sortBy}
        allowDeselect={false}
        data={SORT_CHOICES}
        value={sortOf(filters)}
        onChange={(sort) => change({ sort: sort === 'newest' ? '' : (sort ?? '') })}
      />
    </div>
  )
}
