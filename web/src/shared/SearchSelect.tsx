import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'

interface Found {
  /** Whether the options are those of the typed text; false while they are being loaded. */
  settled?: boolean
}

/** One of the options that match the typed text. */
export const SearchSelect = ({ settled = true, ...props }: SelectProps & Found) => (
  <Select
    searchable
    allowDeselect={false}
    selectFirstOptionOnChange={settled}
    {...useTaking(settled)}
    {...props}
  />
)

/** Several of the options that match the typed text. */
export const SearchMultiSelect = ({ settled = true, ...props }: MultiSelectProps & Found) => (
  <MultiSelect searchable selectFirstOptionOnChange={settled} {...useTaking(settled)} {...props} />
)

/**
 * Enter and Tab take the highlighted option, the first one, once the options are settled. Until the
 * typed text is taken or left, Enter does not submit the form, which would drop the text.
 */
function useTaking(settled: boolean) {
  const typing = useRef<HTMLInputElement>(undefined)
  const wanted = useRef(false)
  const id = useId()

  function take(): void {
    const input = typing.current
    const isOpen = input?.getAttribute('aria-expanded') === 'true'
    // Escape has closed it.
    if (!isOpen) input?.click()
    const options = [...document.querySelectorAll<HTMLElement>(`.${id} [data-combobox-option]`)]
    const option = options.find((it) => 'comboboxSelected' in it.dataset) ?? options[0]
    if (!isOpen || !option) return
    leave()
    option.click()
  }
  function leave(): void {
    typing.current = undefined
    wanted.current = false
  }
  useEffect(() => {
    if (settled && wanted.current) take()
  }, [settled])

  const wrapperProps = {
    onInputCapture({ target }: FormEvent) {
      const input = target as HTMLInputElement
      wanted.current = false
      typing.current = input.value.trim() === '' ? undefined : input
    },
    onBlurCapture: leave,
    onKeyDownCapture(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, nativeEvent } = event
      if (!typing.current || (key !== 'Enter' && key !== 'Tab')) return
      if (nativeEvent.isComposing || ctrlKey || metaKey) return
      event.stopPropagation()
      if (key === 'Enter' || !settled) event.preventDefault()
      wanted.current = !settled
      if (settled) take()
    },
  }
  return { wrapperProps, classNames: { options: id } }
}
