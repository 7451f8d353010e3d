import { Button, Group, PasswordInput, Radio, Stack, Text } from '@mantine/core'
import { DESTINATION_FIELDS, DESTINATIONS } from './destination.rules.ts'
import { useEditing } from './form-context.ts'
import { UrlInput } from './UrlInput.tsx'

/** The redirect code, with the drawback of a permanent one. */
export function RedirectFields() {
  const { form } = useEditing()
  return (
    <Radio.Group aria-label="Redirect code" {...form.getInputProps('redirect_code')}>
      <Stack gap="sm">
        <Radio
          value="302"
          label="302, temporary"
          description="Every visit is counted, and changes take effect at once."
        />
        <Radio
          value="301"
          label="301, permanent"
          description="Browsers cache it and skip this service: repeated visits are not counted, and earlier visitors never see a new destination. Search engines credit the destination."
        />
      </Stack>
    </Radio.Group>
  )
}

export function PasswordFields() {
  const { form, link } = useEditing()
  const { remove_password: removed } = form.values
  const has = link?.has_password && !removed
  return (
    <Stack gap="xs">
      <PasswordInput
        label={has ? 'New password' : 'Password'}
        description={
          has
            ? 'The link asks for a password. It cannot be shown, only replaced.'
            : 'Visitors must enter it before they are redirected.'
        }
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      {link?.has_password && (
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => form.setFieldValue('remove_password', !removed)}
          >
            {removed ? 'Keep the password' : 'Remove the password'}
          </Button>
          {removed && (
            <Text size="sm" c="dimmed">
              Will be removed when you save.
            </Text>
          )}
        </Group>
      )}
    </Stack>
  )
}

/** Other destinations for some visitors; app schemes are allowed. */
export function PhoneFields() {
  return (
    <Stack gap="sm">
      {DESTINATION_FIELDS.map((field) => (
        <UrlInput
          key={field}
          field={field}
          label={DESTINATIONS[field].label}
          placeholder={DESTINATIONS[field].placeholder}
        />
      ))}
    </Stack>
  )
}
