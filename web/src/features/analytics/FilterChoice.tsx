import { Button, Group, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { text } from '#messages/analytics-filters.ts'
import { text as words } from '#messages/shared.ts'
import { useDomains, useLabels } from '../../api/choices.ts'
import { SearchSelect } from '../../shared/SearchSelect.tsx'
import { useValues } from './choice.queries.ts'
import {
  FILTERS,
  type FilterName,
  LISTED,
  type Listed as ListedName,
  type Operator,
  operatorsOf,
} from './dimension.rules.ts'

const SEARCH_MS = 200
const inside = { withinPortal: false }
const LABELLED = ['domain_id', 'folder_id', 'tag_id'] as const
const CHOICES = FILTERS.filter((name) => name !== 'link_id').map((value) => ({
  value,
  label: text.filters[value],
}))

/** Selects the dimension of a filter first, then how it compares, then its value. */
export function FilterChoice({ choose }: { choose: (name: string, value: string) => void }) {
  const [name, setName] = useState<FilterName>('country')
  const [chosen, setOperator] = useState<Operator>('')
  const operators = operatorsOf(name)
  const operator = operators.includes(chosen) ? chosen : ''
  const listed = operator === '_contains' ? undefined : LISTED.find((it) => it === name)
  const labelled = LABELLED.find((it) => it === name)
  const done = (value: string | null) => value && choose(`${name}${operator}`, value)
  return (
    <Stack gap="sm" w={260}>
      <Select
        label={text.filterBy}
        // Loaded after the popover has moved the focus.
        autoFocus
        allowDeselect={false}
        data={CHOICES}
        value={name}
        onChange={(value) => value && setName(value)}
        comboboxProps={inside}
      />
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={text.condition}
        data={operators.map((value) => ({ value, label: text.operators[value] }))}
        value={operator}
        onChange={setOperator}
      />
      {listed ? (
        <Listed key={name} name={listed} done={done} />
      ) : labelled ? (
        <Labelled key={name} name={labelled} done={done} />
      ) : (
        <Typed key={name} name={name} done={done} />
      )}
    </Stack>
  )
}

interface ValueProps<Name> {
  name: Name
  done: (value: string | null) => void
}

function Listed({ name, done }: ValueProps<ListedName>) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, SEARCH_MS)
  const { data = [], isPlaceholderData } = useValues(name, search)
  return (
    <SearchSelect
      label={text.filters[name]}
      placeholder={text.typeToFind}
      data={data.map(({ title, value }) => ({ value, label: title }))}
      settled={typed === search && !isPlaceholderData}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={done}
      nothingFoundMessage={text.noSuchClick}
      comboboxProps={inside}
    />
  )
}

/** A value that cannot be selected: part of a text, or one whose values are not listed. */
function Typed({ name, done }: ValueProps<FilterName>) {
  const [typed, setTyped] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        done(typed.trim())
      }}
    >
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          label={text.filters[name]}
          required
          maxLength={512}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit">{words.add}</Button>
      </Group>
    </form>
  )
}

function Labelled({ name, done }: ValueProps<(typeof LABELLED)[number]>) {
  const { data: domains } = useDomains()
  const { data: folders } = useLabels('folder')
  const { data: tags } = useLabels('tag')
  const items = { domain_id: domains?.items, folder_id: folders?.items, tag_id: tags?.items }[name]
  return (
    <SearchSelect
      label={text.filters[name]}
      placeholder={text.typeToFind}
      data={(items ?? []).map(({ id, name }) => ({ value: `${id}`, label: name }))}
      onChange={done}
      nothingFoundMessage={text.noMatches}
      comboboxProps={inside}
    />
  )
}
