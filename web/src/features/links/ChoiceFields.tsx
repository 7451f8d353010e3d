import { Stack, Text } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { text } from '#messages/link-form-destinations.ts'
import { SearchSelect } from '../../shared/SearchSelect.tsx'
import { type ChoiceField, LISTS } from './destination.rules.ts'
import { useRows } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { AddRow, RemoveRow } from './RowButtons.tsx'
import { UrlInput } from './UrlInput.tsx'

/** Separate destinations for visitors with certain values, such as countries. */
export function ChoiceFields({ field }: { field: ChoiceField }) {
  const { rows, errorOf, change, add, remove } = useRows(field)
  const { value: name, choices, first } = LISTS[field]
  const words = text.lists[field]
  const taken = new Set<string>(rows.map((row) => row[name]))
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {words.intro}
      </Text>
      {rows.map(({ key, url, [name]: choice }, index) => (
        <div key={key} className={classes.choice}>
          <SearchSelect
            aria-label={words.choiceOf(index + 1)}
            placeholder={words.choice}
            data={choices.filter(({ value }) => value === choice || !taken.has(value))}
            value={choice || null}
            error={errorOf(index, name)}
            onChange={(chosen) => change(index, { [name]: chosen ?? '' })}
          />
          <UrlInput
            className={classes.under}
            aria-label={words.destinationOf(index + 1)}
            value={url}
            error={errorOf(index, 'url')}
            onChange={(typed) => change(index, { url: typed })}
          />
          <RemoveRow label={words.remove(index + 1)} remove={() => remove(index)} />
        </div>
      ))}
      <AddRow label={words.add} add={() => add({ key: randomId(), url: '', ...first })} />
    </Stack>
  )
}
