import { ActionIcon, Button, Group, NumberInput, Slider, Stack, Text } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { text } from '#messages/link-form.ts'
import { filled } from '../../shared/filled.tsx'
import { CloseIcon, PlusIcon } from '../../shared/icons.tsx'
import { useEditing } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { mainShare, shareOf } from './link-form.rules.ts'
import { UrlInput } from './UrlInput.tsx'

const words = text.ab

/** Shares of visitors for other destinations, at most 100 % in total. */
export function AbFields() {
  const { form } = useEditing()
  const { ab } = form.values
  const rest = mainShare(ab)
  const setShare = (index: number, wish: number) =>
    form.setFieldValue(`ab.${index}.percent`, shareOf(ab, index, wish))
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {filled(ab.length > 0 ? words.restAndOthers : words.rest, {
          share: <b className="number">{words.percent(rest)}</b>,
        })}
      </Text>
      {ab.map(({ key, percent }, index) => (
        <Stack key={key} gap={6}>
          <div className={classes.variant}>
            <UrlInput
              field={`ab.${index}.url`}
              aria-label={words.destinationOf(index + 1)}
              error={form.errors[`ab.${index}.url`] ?? form.errors[`items.${index}.url`]}
            />
            <NumberInput
              className={classes.under}
              aria-label={words.percentOf(index + 1)}
              suffix=" %"
              min={0}
              max={100}
              decimalScale={2}
              value={percent}
              error={form.errors[`items.${index}.percent`]}
              onChange={(wish) => setShare(index, Number(wish) || 0)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={words.remove(index + 1)}
              onClick={() => form.removeListItem('ab', index)}
            >
              <CloseIcon />
            </ActionIcon>
          </div>
          <Slider
            thumbLabel={words.shareOf(index + 1)}
            label={words.percent}
            value={percent}
            onChange={(wish) => setShare(index, wish)}
          />
        </Stack>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<PlusIcon />}
          disabled={rest <= 0}
          onClick={() =>
            form.insertListItem('ab', { key: randomId(), url: '', percent: Math.min(50, rest) })
          }
        >
          {words.add}
        </Button>
      </Group>
    </Stack>
  )
}
