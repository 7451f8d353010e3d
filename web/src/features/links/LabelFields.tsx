import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { text } from '#messages/link-form.ts'
import { type LabelKind, useCreateLabel, useLabels } from '../../api/choices.ts'
import { problemOf } from '../../api/problem.ts'
import { SearchMultiSelect, SearchSelect } from '../../shared/SearchSelect.tsx'
import { useEditing } from './form-context.ts'

const SEARCH_MS = 200
/** The value of the option that creates a new label. */
const CREATE = 'create'

interface Named {
  id: number
  name: string
}

/** The selectable labels, those already selected, and an option to create the typed one. */
function useChoices(kind: LabelKind, typed: string, chosen: readonly Named[]) {
  const [search] = useDebouncedValue(typed.trim(), SEARCH_MS)
  const { data: found, isPlaceholderData } = useLabels(kind, search)
  const { data: all } = useLabels(kind)
  const create = useCreateLabel(kind)
  const known = new Map(
    [...chosen, ...(all?.items ?? []), ...(found?.items ?? [])].map(({ id, name }) => [id, name]),
  )
  const data = [...known].map(([id, label]) => ({ value: `${id}`, label }))
  const wanted = typed.trim()
  const settled = wanted === search && !isPlaceholderData
  const exists = data.some(({ label }) => label.toLowerCase() === wanted.toLowerCase())
  return {
    settled,
    data:
      settled && wanted && !exists
        ? [...data, { value: CREATE, label: text.createLabel(wanted) }]
        : data,
    make: async () => `${(await create.mutateAsync(wanted)).id}`,
    error: create.error ? problemOf(create.error).detail : undefined,
  }
}

export function FolderField() {
  const { form, link } = useEditing()
  const [typed, setTyped] = useState('')
  const input = form.field('folder_id')
  const chosen = link?.folder ? [link.folder] : []
  const { make, error, ...choices } = useChoices('folder', typed, chosen)
  return (
    <SearchSelect
      {...input}
      placeholder={text.noLabel}
      clearable
      {...choices}
      onSearchChange={setTyped}
      error={input.error ?? error}
      onChange={async (picked) =>
        form.set({ folder_id: picked === CREATE ? await make() : picked })
      }
    />
  )
}

export function TagsField() {
  const { form, link } = useEditing()
  const [typed, setTyped] = useState('')
  const input = form.field('tags')
  const { make, error, ...choices } = useChoices('tag', typed, link?.tags ?? [])
  return (
    <SearchMultiSelect
      {...input}
      placeholder={input.value.length > 0 ? '' : text.noLabel}
      clearable
      hidePickedOptions
      {...choices}
      searchValue={typed}
      onSearchChange={setTyped}
      error={input.error ?? error}
      onChange={async (picked) => {
        const others = picked.filter((it) => it !== CREATE)
        form.set({ tags: picked.includes(CREATE) ? [...others, await make()] : others })
        setTyped('')
      }}
    />
  )
}
