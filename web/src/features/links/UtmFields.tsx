import { SimpleGrid, Text } from '@mantine/core'
import { text } from '#messages/link-form.ts'
import { PartFields } from './FieldInput.tsx'
import { useEditing } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { finalUrl } from './link-form.rules.ts'

/** The UTM parameters, and the resulting destination. */
export function UtmFields() {
  const { form } = useEditing()
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <PartFields part="utm" />
      </SimpleGrid>
      <div className={classes.final}>
        <Text size="xs" c="dimmed">
          {text.utm.arrivesAt}
        </Text>
        <output className="mono">{finalUrl(form.values) ?? text.utm.noDestination}</output>
      </div>
    </>
  )
}
