import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useEditing } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { finalUrl } from './link-form.rules.ts'
import { UTM } from './utm.rules.ts'

const EXAMPLES: Record<(typeof UTM)[number], string> = {
  source: 'newsletter',
  medium: 'email',
  campaign: 'autumn-sale',
  term: 'red shoes',
  content: 'header',
  reference: 'partner-7',
}

/** The UTM parameters, and the resulting destination. */
export function UtmFields() {
  const { form } = useEditing()
  const arrives = finalUrl(form.values)
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {UTM.map((name) => (
          <TextInput
            key={name}
            label={`utm_${name}`}
            placeholder={EXAMPLES[name]}
            {...form.getInputProps(`utm_${name}`)}
          />
        ))}
      </SimpleGrid>
      <div className={classes.final}>
        <Text size="xs" c="dimmed">
          Visitors arrive at
        </Text>
        <output className="mono">{arrives ?? 'Enter a destination first'}</output>
      </div>
    </Stack>
  )
}
