import { Button, Group, PasswordInput, Radio, Stack, Text } from '@mantine/core'
import { text } from '#messages/link-form.ts'
import { useEditing } from './form-context.ts'

const { code, password: words } = text

/** The redirect code, with the drawback of a permanent one. */
export function RedirectField() {
  const { label, ...input } = useEditing().form.field('redirect_code')
  return (
    <Radio.Group aria-label={label} {...input}>
      <Stack gap="sm">
        <Radio value="302" label={code.temporary} description={code.temporaryExplained} />
        <Radio value="301" label={code.permanent} description={code.permanentExplained} />
      </Stack>
    </Radio.Group>
  )
}

/** The password of the link, which can be replaced or removed. */
export function PasswordField() {
  const { form, link } = useEditing()
  const { remove_password: removed } = form.values
  const input = form.field('password')
  const has = link?.has_password && !removed
  return (
    <Stack gap="xs">
      <PasswordInput
        {...input}
        label={has ? words.replace : input.label}
        description={has ? words.isSet : words.explained}
        autoComplete="new-password"
      />
      {link?.has_password && (
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => form.set({ remove_password: !removed })}
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
