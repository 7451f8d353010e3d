import { NumberInput, Stack, TextInput } from '@mantine/core'
import { text } from '#messages/link-form.ts'
import { text as fields } from '#messages/link-form-fields.ts'
import { NUMBER_MARKS } from '../../shared/numbers.rules.ts'
import { FieldColumns } from './FieldColumns.tsx'
import { useEditing } from './form-context.ts'
import { UrlInput } from './UrlInput.tsx'

const words = text.expiry

/** When a link expires, and where it redirects then. */
export function ExpiryFields() {
  const { form } = useEditing()
  return (
    <Stack gap="sm">
      <FieldColumns>
        <TextInput
          type="datetime-local"
          label={fields.expires_at}
          description={words.inTimeZone(form.values.zone)}
          {...form.getInputProps('expires_at')}
        />
        <NumberInput
          label={fields.expires_after}
          description={words.exact}
          placeholder={words.noLimit}
          min={1}
          allowDecimal={false}
          {...NUMBER_MARKS}
          {...form.getInputProps('expires_after')}
        />
      </FieldColumns>
      <UrlInput field="expire_url" label={fields.expire_url} description={words.pageIfEmpty} />
    </Stack>
  )
}
