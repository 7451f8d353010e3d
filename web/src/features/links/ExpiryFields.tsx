import { NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useEditing } from './form-context.ts'

/** When a link stops to lead to its destination, and where it leads then. */
export function ExpiryFields() {
  const { form } = useEditing()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="datetime-local"
          label="At a time"
          description={`In your zone, ${zone}`}
          {...form.getInputProps('expires_at')}
        />
        <NumberInput
          label="After clicks"
          description="Never one more than that"
          placeholder="No limit"
          min={1}
          allowDecimal={false}
          thousandSeparator=","
          {...form.getInputProps('expires_after')}
        />
      </SimpleGrid>
      <TextInput
        label="Then lead to"
        description="Left empty, visitors see a page that says it is over."
        placeholder="https://"
        {...form.getInputProps('expire_url')}
      />
    </Stack>
  )
}
