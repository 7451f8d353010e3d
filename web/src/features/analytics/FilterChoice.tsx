import { Button, Group, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useDomains, useLabels } from '../../api/choices.ts'
import { useValues } from './choice.queries.ts'
import {
  FILTERS,
  LISTED,
  type Listed as ListedName,
  OPERATORS,
  type Operator,
  operatorsOf,
} from './dimension.rules.ts'

const SEARCH_MS = 200
const inside = { withinPortal: false }
const NAMES = Object.keys(FILTERS).filter((name) => name !== 'link_id')
const LABELLED = ['domain_id', 'folder_id', 'tag_id']
const CHOICES = NAMES.map((value) => ({ value, label: FILTERS[value] ?? value }))

/** Selects the dimension of a filter first, then how it compares, then its value. */
export function FilterChoice({ choose }: { choose: (name: string, value: string) => void }) {
  const [name, setName] = useState('country')
  const [chosen, setOperator] = useState<Operator>('')
  const operators = operatorsOf(name)
  const operator = operators.includes(chosen) ? chosen : ''
  const listed = operator === '_contains' ? undefined : LISTED.find((it) => it === name)
  const done = (value: string | null) => value && choose(`${name}${operator}`, value)
  return (
    <Stack gap="sm" w={260}>
      <Select
        label="Filter by"
        allowDeselect={false}
        data={CHOICES}
        value={name}
        onChange={(value) => value && setName(value)}
        comboboxProps={inside}
      />
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Condition"
        data={operators.map((value) => ({ value, label: OPERATORS[value] }))}
        value={operator}
        onChange={setOperator}
      />
      {listed ? (
        <Listed key={name} name={listed} done={done} />
      ) : LABELLED.includes(name) ? (
        <Labelled key={name} name={name} done={done} />
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
  const { data = [] } = useValues(name, search)
  return (
    <Select
      label={FILTERS[name]}
      placeholder="Type to find"
      searchable
      data={data.map(({ title, value }) => ({ value, label: title }))}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={done}
      nothingFoundMessage="No click has that"
      comboboxProps={inside}
    />
  )
}

/** A value that cannot be selected: part of a text, or one whose values are not listed. */
function Typed({ name, done }: ValueProps<string>) {
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
          label={FILTERS[name]}
          required
          maxLength={512}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit">Add</Button>
      </Group>
    </form>
  )
}

function Labelled({ name, done }: ValueProps<string>) {
  const { data: domains } = useDomains()
  const { data: folders } = useLabels('folder')
  const { data: tags } = useLabels('tag')
  const items = { domain_id: domains?.items, folder_id: folders?.items, tag_id: tags?.items }[name]
  return (
    <Select
      label={FILTERS[name]}
      placeholder="Type to find"
      searchable
      data={(items ?? []).map(({ id, name }) => ({ value: `${id}`, label: name }))}
      onChange={done}
      nothingFoundMessage="No matches"
      comboboxProps={inside}
    />
  )
}
