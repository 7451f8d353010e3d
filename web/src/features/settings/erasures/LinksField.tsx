import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { text } from '#messages/erasures.ts'
import { SearchMultiSelect } from '../../../shared/SearchSelect.tsx'
import { useLinkChoices } from '../../analytics/choice.queries.ts'

const SEARCH_MS = 200

interface LinksFieldProps {
  label: string
  error: string | undefined
  /** Gets the ids of the selected links. */
  change: (ids: string[]) => void
}

/** Selects links, which are found by their texts. */
export function LinksField({ label, error, change }: LinksFieldProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), SEARCH_MS)
  const { data: found, isPlaceholderData } = useLinkChoices(search, true)
  const known = new Map([
    ...chosen,
    ...(found?.items ?? []).map(({ id, domain, slug }) => [id, `${domain}/${slug}`] as const),
  ])
  return (
    <SearchMultiSelect
      label={label}
      placeholder={chosen.size > 0 ? '' : text.anyLink}
      clearable
      hidePickedOptions
      settled={typed.trim() === search && !isPlaceholderData}
      data={[...known].map(([value, label]) => ({ value, label }))}
      // The server has filtered them.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={text.noLink}
      value={[...chosen.keys()]}
      error={error}
      onChange={(ids) => {
        setChosen(new Map(ids.map((id) => [id, known.get(id) ?? id])))
        setTyped('')
        change(ids)
      }}
    />
  )
}
