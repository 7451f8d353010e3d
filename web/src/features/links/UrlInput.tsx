import { TextInput, type TextInputProps } from '@mantine/core'
import type { ClipboardEvent } from 'react'
import { text } from '#messages/link-form-fields.ts'
import { completeUrl } from '../../shared/url-input.rules.ts'
import { useEditing } from './form-context.ts'
import { splitUtm } from './utm.rules.ts'

interface UrlInputProps extends TextInputProps {
  /** The path of the field in the form: `ab.0.url`. */
  field: string
}

/** A destination. A host name typed without `https://` gets it when the field is left. */
export function UrlInput({ field, ...rest }: UrlInputProps) {
  const { form } = useEditing()
  const { onBlur, ...input } = form.getInputProps(field)
  return (
    <TextInput
      placeholder="https://"
      inputMode="url"
      {...input}
      {...rest}
      onBlur={(event) => {
        onBlur?.(event)
        const typed = event.currentTarget.value
        const url = completeUrl(typed)
        if (url !== typed) form.setFieldValue(field, url)
      }}
    />
  )
}

/** The main destination: UTM parameters of a pasted URL become the fields of the link. */
export function DestinationInput({ leftSection }: Pick<TextInputProps, 'leftSection'>) {
  const { form, link } = useEditing()
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const replaced = selectionStart === 0 && selectionEnd === value.length
    const { url, utm } = splitUtm(event.clipboardData.getData('text'))
    if (!replaced || Object.keys(utm).length === 0) return
    event.preventDefault()
    form.setValues({ url, ...utm })
  }
  return (
    <UrlInput
      field="url"
      label={text.url}
      type="url"
      required
      data-autofocus={link ? undefined : true}
      ref={link ? undefined : focus}
      onPaste={paste}
      leftSection={leftSection}
    />
  )
}

/** The panel has moved the focus to its close button if the domains were loaded later. */
const focus = (input: HTMLInputElement | null) => input?.focus({ preventScroll: true })
