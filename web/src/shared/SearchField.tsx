import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { SearchIcon } from './icons.tsx'

const SEARCH_MS = 200

interface SearchFieldProps
  extends Pick<TextInputProps, 'flex' | 'w' | 'maw' | 'mb' | 'placeholder' | 'autoFocus'> {
  /** The accessible name. */
  label: string
  value: string
  change: (search: string) => void
}

/** Searches while typing, debounced. */
export function SearchField({ label, value, change, ...look }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const search = useDebouncedCallback(change, SEARCH_MS)
  // Keeps a trailing space while typing, which the search value does not contain.
  useEffect(() => setTyped((before) => (before.trim() === value ? before : value)), [value])
  return (
    <TextInput
      type="search"
      aria-label={label}
      leftSection={<SearchIcon />}
      {...look}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        search(currentTarget.value.trim())
      }}
    />
  )
}
