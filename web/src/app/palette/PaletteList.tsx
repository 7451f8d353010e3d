import { Kbd, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { text } from '#messages/palette.ts'
import { SearchIcon } from '../../shared/icons.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import type { Entry } from './entry.ts'
import { Option } from './Option.tsx'
import classes from './Palette.module.css'
import { stepped } from './palette.rules.ts'

interface PaletteListProps {
  label: string
  typed: string
  type: (text: string) => void
  entries: readonly Entry[]
  /** The id of the entry that is used only when nothing else was found. */
  last: string | undefined
  /** Whether more entries are being loaded. */
  pending: boolean
  error: unknown
  run: (entry: Entry) => void
  showActions: (entry: Entry) => void
  /** Returns to the list before; undefined in the first one. */
  back: (() => void) | undefined
}

/** A combobox with its list: the focus stays in the field, and the keys move the active option. */
export function PaletteList(props: PaletteListProps) {
  const { label, typed, type, entries, last, pending, error, run, showActions, back } = props
  const list = useId()
  const [activeId, setActiveId] = useState<string>()
  /** Whether Enter was pressed before the results arrived. */
  const [entered, setEntered] = useState(false)
  const at = Math.max(
    entries.findIndex(({ id }) => id === activeId),
    0,
  )
  const active = entries[at]
  const optionId = (entry: Entry | undefined) => entry && `${list} ${entry.id}`.replaceAll(' ', '-')
  const activeOption = optionId(active)

  useEffect(() => {
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' })
  }, [activeOption])
  useEffect(() => {
    if (!entered || pending) return
    setEntered(false)
    if (active) run(active)
  })

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const { key, currentTarget, nativeEvent } = event
    if (nativeEvent.isComposing) return
    const atEnd = currentTarget.selectionStart === typed.length
    const forward = (key === 'Tab' && !event.shiftKey) || (key === 'ArrowRight' && atEnd)
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      setActiveId(entries[stepped(at, key === 'ArrowDown' ? 1 : -1, entries.length)]?.id)
    } else if (key === 'Enter') {
      if (pending && (!active || active.id === last)) setEntered(true)
      else if (active) run(active)
    } else if (forward && active?.actions) {
      showActions(active)
    } else if (back && (key === 'Escape' || (key === 'Backspace' && typed === ''))) {
      back()
    } else return
    event.preventDefault()
    // A drawer below would take the focus on Tab.
    event.stopPropagation()
  }

  const groups = [...new Set(entries.map(({ group }) => group))]
  return (
    <>
      <TextInput
        variant="unstyled"
        size="lg"
        data-autofocus
        autoFocus
        leftSection={<SearchIcon />}
        placeholder={label}
        aria-label={label}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={entries.length > 0}
        aria-controls={entries.length > 0 ? list : undefined}
        aria-activedescendant={activeOption}
        aria-describedby={`${list}-keys`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => {
          type(currentTarget.value)
          setActiveId(undefined)
          setEntered(false)
        }}
        onKeyDown={press}
      />
      <VisuallyHidden role="status">
        {pending ? text.searching : text.found(entries.length)}
      </VisuallyHidden>
      <ProblemNotice error={error} />
      {entries.length > 0 && (
        <div role="listbox" id={list} aria-label={text.results} className={classes.list}>
          {groups.map((group) => (
            <div key={group} role="group" aria-label={group}>
              <div aria-hidden="true" className={classes.group}>
                {group}
              </div>
              {entries
                .filter((it) => it.group === group)
                .map((entry) => (
                  <Option
                    key={entry.id}
                    id={optionId(entry)}
                    entry={entry}
                    active={entry === active}
                    activate={() => setActiveId(entry.id)}
                    run={() => run(entry)}
                    showActions={() => showActions(entry)}
                  />
                ))}
            </div>
          ))}
        </div>
      )}
      {entries.length === 0 && (
        <Text size="sm" c="dimmed" ta="center" p="md">
          {text.noneMatch}
        </Text>
      )}
      <div id={`${list}-keys`} className={classes.keys}>
        <span>
          <Kbd size="xs">{text.keys.enter}</Kbd> {text.keys.opens}
        </span>
        {active?.actions && (
          <span>
            <Kbd size="xs">{text.keys.tab}</Kbd> {text.keys.showsActions}
          </span>
        )}
        <span>
          <Kbd size="xs">{text.keys.escape}</Kbd> {back ? text.keys.goesBack : text.keys.closes}
        </span>
      </div>
    </>
  )
}
