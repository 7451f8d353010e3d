import { Checkbox, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/analytics-compare.ts'
import { text as words } from '#messages/shared.ts'
import { useDomains, useLabels } from '../../api/choices.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import { SearchField } from '../../shared/SearchField.tsx'
import classes from './analytics.module.css'
import { useLinkChoices } from './choice.queries.ts'
import { KINDS, type Kind, LINES_MAX, LINES_MIN, linesIn, toggle } from './compare.rules.ts'
import { FilterValue } from './FilterValue.tsx'

const CHOICES = KINDS.map((value) => ({ value, label: text.kinds[value] }))

interface CompareChoiceProps {
  filters: Filters
  change: (change: Filters) => void
}

/** Selects two to five links, domains or tags; each change is shown at once. */
export function CompareChoice({ filters, change }: CompareChoiceProps) {
  const lines = linesIn(filters)
  const [kind, setKind] = useState<Kind>(lines[0]?.kind ?? 'link_id')
  const [search, setSearch] = useState('')
  // Those that were selected before come first; they do not move while others are selected.
  const [before] = useState(lines)
  const known = before.filter((it) => it.kind === kind && search === '').map(({ value }) => value)
  const items = useItems(kind, search).filter(({ value }) => !known.includes(value))
  const selected = new Set(lines.flatMap((it) => (it.kind === kind ? [it.value] : [])))
  return (
    <Stack gap="sm" w={280}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={text.compare}
        data={CHOICES}
        value={kind}
        onChange={setKind}
      />
      <SearchField
        // Loaded after the popover has moved the focus.
        autoFocus
        label={text.searchFor[kind]}
        placeholder={words.search}
        value={search}
        change={setSearch}
      />
      <Stack gap="xs" className={classes.choices}>
        {[...known.map((value) => ({ value, name: undefined })), ...items].map(
          ({ value, name }) => (
            <Checkbox
              key={value}
              size="sm"
              label={name ?? <FilterValue name={kind} value={value} />}
              checked={selected.has(value)}
              disabled={selected.size >= LINES_MAX && !selected.has(value)}
              onChange={() => change(toggle(filters, { kind, value }))}
            />
          ),
        )}
        {known.length + items.length === 0 && (
          <Text size="sm" c="dimmed">
            {text.noMatches}
          </Text>
        )}
      </Stack>
      <Text size="xs" c="dimmed">
        {text.choose({ least: LINES_MIN, most: LINES_MAX })}
      </Text>
    </Stack>
  )
}

/** The items of a kind whose names contain the search text; links by clicks. */
function useItems(kind: Kind, search: string): { value: string; name: string }[] {
  const { data: links } = useLinkChoices(search, kind === 'link_id')
  const { data: domains } = useDomains()
  const { data: tags } = useLabels('tag', search)
  if (kind === 'link_id') {
    return (links?.items ?? []).map(({ id, short_url }) => ({
      value: id,
      name: short_url.replace(/^https?:\/\//, ''),
    }))
  }
  const named = kind === 'domain_id' ? domains?.items : tags?.items
  return (named ?? [])
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    .map(({ id, name }) => ({ value: `${id}`, name }))
}
