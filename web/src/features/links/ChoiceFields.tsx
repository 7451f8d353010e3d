import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { CloseIcon, PlusIcon } from '../../shared/icons.tsx'
import { CHOICE_LISTS, type ChoiceField } from './destination.rules.ts'
import { useEditing } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { UrlInput } from './UrlInput.tsx'

/** Separate destinations for visitors with certain values, such as countries. */
export function ChoiceFields({ field }: { field: ChoiceField }) {
  const { form } = useEditing()
  const { value: name, one, intro, choices } = CHOICE_LISTS[field]
  const title = one.charAt(0).toUpperCase() + one.slice(1)
  const rows = form.values[field]
  const taken = new Set(rows.map(({ choice }) => choice))
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {intro}
      </Text>
      {rows.map(({ key, choice }, index) => (
        <div key={key} className={classes.choice}>
          <Select
            aria-label={`${title} ${index + 1}`}
            placeholder={title}
            searchable
            allowDeselect={false}
            data={choices.filter(({ value }) => value === choice || !taken.has(value))}
            {...form.getInputProps(`${field}.${index}.choice`)}
            error={form.errors[`items.${index}.${name}`]}
          />
          <UrlInput
            field={`${field}.${index}.url`}
            className={classes.under}
            aria-label={`Destination of ${one} ${index + 1}`}
            error={form.errors[`items.${index}.url`]}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Remove ${one} ${index + 1}`}
            onClick={() => form.removeListItem(field, index)}
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
          onClick={() => form.insertListItem(field, { key: randomId(), url: '', choice: null })}
        >
          Add a {one}
        </Button>
      </Group>
    </Stack>
  )
}
