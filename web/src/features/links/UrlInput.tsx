import { TextInput, type TextInputProps } from '@mantine/core'
import { completeUrl } from '../../shared/url-input.rules.ts'

interface UrlInputProps extends Omit<TextInputProps, 'onChange'> {
  value: string
  onChange: (url: string) => void
}

/** A destination. A host name typed without `https://` gets it when the field is left. */
export const UrlInput = ({ onChange, ...rest }: UrlInputProps) => (
  <TextInput
    placeholder="https://"
    inputMode="url"
    {...rest}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    onBlur={({ currentTarget: { value } }) => {
      const url = completeUrl(value)
      if (url !== value) onChange(url)
    }}
  />
)
