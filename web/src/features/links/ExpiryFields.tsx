import { NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useEditing } from './form-context.ts'
import { UrlInput } from './UrlInput.tsx'

/** When a link expires, and where it redirects then. */
export function ExpiryFields() {
  const { form } = useEditing()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="datetime-local"
          label="Expires on"
          description={`In your time zone, ${zone}`}
          {...form.getInputProps('expires_at')}
        />
        <NumberInput
          label="Click limit"
          description="Exact: the limit is never exceeded"
          placeholder="No limit"
          min={1}
          allowDecimal={false}
          thousandSeparator=","
          {...form.getInputProps('expires_after')}
        />
      </SimpleGrid>
      <UrlInput
        field="expire_url"
        label="Redirect expired visits to"
        description="If empty, visitors see a page that says the link has expired."
      />
    </Stack>
  )
}
