import { Button, Group, PasswordInput, Radio, Stack, Text } from '@mantine/core'
import { text } from '#messages/link-form.ts'
import { text as fields } from '#messages/link-form-fields.ts'
import { DESTINATION_FIELDS, DESTINATIONS } from './destination.rules.ts'
import { useEditing } from './form-context.ts'
import { UrlInput } from './UrlInput.tsx'

const { code, password: words } = text

/** The redirect code, with the drawback of a permanent one. */
export function RedirectFields() {
  const { form } = useEditing()
  return (
    <Radio.Group aria-label={code.section} {...form.getInputProps('redirect_code')}>
      <Stack gap="sm">
        <Radio value="302" label={code.temporary} description={code.temporaryExplained} />
        <Radio value="301" label={code.permanent} description={code.permanentExplained} />
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
        label={has ? words.replace : words.label}
        description={has ? words.isSet : words.explained}
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
            {removed ? words.keep : words.remove}
          </Button>
          {removed && (
            <Text size="sm" c="dimmed">
              {words.willBeRemoved}
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
          label={fields[field]}
          placeholder={DESTINATIONS[field]}
        />
      ))}
    </Stack>
  )
}
