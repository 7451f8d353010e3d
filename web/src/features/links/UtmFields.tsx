import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { text } from '#messages/link-form.ts'
import { useEditing } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { finalUrl } from './link-form.rules.ts'
import { UTM } from './utm.rules.ts'

const words = text.utm

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
            placeholder={words.examples[name]}
            {...form.getInputProps(`utm_${name}`)}
          />
        ))}
      </SimpleGrid>
      <div className={classes.final}>
        <Text size="xs" c="dimmed">
          {words.arrivesAt}
        </Text>
        <output className="mono">{arrives ?? words.noDestination}</output>
      </div>
    </Stack>
  )
}
