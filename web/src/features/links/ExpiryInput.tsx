import { Button, Group, Text, TextInput, type TextInputProps } from '@mantine/core'
import { text } from '#messages/link-form.ts'
import { fieldTime } from '../../shared/local-time.rules.ts'
import { isPast, presetsOf } from './expiry.rules.ts'

export interface ExpiryInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  value: string
  zone: string
  onChange: (time: string) => void
}

/** A time of expiry, with frequent ones and a warning about one that is past. */
export function ExpiryInput({ zone, value, onChange, ...input }: ExpiryInputProps) {
  const now = fieldTime(zone, new Date().toISOString())
  return (
    <div>
      <TextInput
        type="datetime-local"
        {...input}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group gap={4} mt={6}>
        {presetsOf(now).map((preset) => (
          <Button
            key={preset.label}
            size="compact-xs"
            variant="default"
            disabled={input.disabled ?? false}
            onClick={() => onChange(preset.value)}
          >
            {preset.label}
          </Button>
        ))}
      </Group>
      {isPast(value, now) && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="status">
          {text.expiry.past}
        </Text>
      )}
    </div>
  )
}
