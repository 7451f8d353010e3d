import { Select, TextInput } from '@mantine/core'
import { text } from '#messages/audit.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import { SearchSelect } from '../../shared/SearchSelect.tsx'
import classes from './audit.module.css'
import { useKeys, usePeople } from './audit.queries.ts'
import { KINDS, OPERATIONS, OTHERS } from './audit.rules.ts'

const choices = (names: Iterable<readonly [string, string]>, prefix = '') =>
  [...names].map(([value, label]) => ({ value: `${prefix}${value}`, label }))

interface AuditFiltersProps {
  filters: Filters
  change: (change: Filters) => void
}

/** Filters by actor, object, change and day, which are kept in the URL. */
export function AuditFilters({ filters, change }: AuditFiltersProps) {
  const people = usePeople()
  const keys = useKeys()
  const actors = [
    { group: text.people, items: choices(people, 'user:') },
    { group: text.apiKeys, items: choices(keys, 'key:') },
    { group: text.others, items: choices(Object.entries(OTHERS)) },
  ]
  const select = (name: 'actor' | 'kind' | 'change') => ({
    clearable: true,
    value: filters[name] ?? null,
    onChange: (value: string | null) => change({ [name]: value ?? '' }),
  })
  const day = (name: 'from' | 'to') => ({
    type: 'date',
    value: filters[name] ?? '',
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      change({ [name]: event.currentTarget.value }),
  })
  return (
    <div className={classes.filters}>
      <SearchSelect label={text.who} placeholder={text.anyone} data={actors} {...select('actor')} />
      <Select
        label={text.what}
        placeholder={text.everything}
        data={choices(Object.entries(KINDS))}
        {...select('kind')}
      />
      <Select
        label={text.change}
        placeholder={text.anyChange}
        data={choices(Object.entries(OPERATIONS))}
        {...select('change')}
      />
      <TextInput label={text.from} {...day('from')} />
      <TextInput label={text.to} {...day('to')} />
    </div>
  )
}
