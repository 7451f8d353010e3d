import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { text } from '#messages/link-form.ts'
import { CloseIcon, PlusIcon } from '../../shared/icons.tsx'
import { CHOICE_LISTS, type ChoiceField } from './destination.rules.ts'
import { useEditing } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { UrlInput } from './UrlInput.tsx'

/** Separate destinations for visitors with certain values, such as countries. */
export function ChoiceFields({ field }: { field: ChoiceField }) {
  const { form } = useEditing()
  const { value: name, choices } = CHOICE_LISTS[field]
  const words = text.lists[field]
  const rows = form.values[field]
  const taken = new Set(rows.map(({ choice }) => choice))
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {words.intro}
      </Text>
      {rows.map(({ key, choice }, index) => (
        <div key={key} className={classes.choice}>
          <Select
            aria-label={words.choiceOf(index + 1)}
            placeholder={words.choice}
            searchable
            allowDeselect={false}
            data={choices.filter(({ value }) => value === choice || !taken.has(value))}
            {...form.getInputProps(`${field}.${index}.choice`)}
            error={form.errors[`items.${index}.${name}`]}
          />
          <UrlInput
            field={`${field}.${index}.url`}
            className={classes.under}
            aria-label={words.destinationOf(index + 1)}
            error={form.errors[`items.${index}.url`]}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={words.remove(index + 1)}
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
          {words.add}
        </Button>
      </Group>
    </Stack>
  )
}
