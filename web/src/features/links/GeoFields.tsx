import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { COUNTRIES } from '../../shared/countries.ts'
import { CloseIcon, PlusIcon } from '../../shared/icons.tsx'
import { useEditing } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { UrlInput } from './UrlInput.tsx'

/** Separate destinations for visitors from certain countries. */
export function GeoFields() {
  const { form } = useEditing()
  const { geo } = form.values
  const taken = new Set(geo.map(({ country }) => country))
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Visitors from these countries are redirected here, all others to the destination above.
      </Text>
      {geo.map(({ key, country }, index) => (
        <div key={key} className={classes.country}>
          <Select
            aria-label={`Country ${index + 1}`}
            placeholder="Country"
            searchable
            allowDeselect={false}
            data={COUNTRIES.filter(({ value }) => value === country || !taken.has(value))}
            {...form.getInputProps(`geo.${index}.country`)}
            error={form.errors[`items.${index}.country`]}
          />
          <UrlInput
            field={`geo.${index}.url`}
            className={classes.under}
            aria-label={`Destination of country ${index + 1}`}
            error={form.errors[`items.${index}.url`]}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Remove country ${index + 1}`}
            onClick={() => form.removeListItem('geo', index)}
          >
            <CloseIcon />
          </ActionIcon>
        </div>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<PlusIcon />}
          onClick={() => form.insertListItem('geo', { key: randomId(), url: '', country: null })}
        >
          Add a country
        </Button>
      </Group>
    </Stack>
  )
}
