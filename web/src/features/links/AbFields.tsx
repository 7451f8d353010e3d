import { ActionIcon, Button, Group, NumberInput, Slider, Stack, Text } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { CloseIcon, PlusIcon } from '../../shared/icons.tsx'
import { useEditing } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { mainShare, shareOf } from './link-form.rules.ts'
import { UrlInput } from './UrlInput.tsx'

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
        <b className="number">{rest} %</b> go to the destination above
        {ab.length > 0 && ', the others to:'}
      </Text>
      {ab.map(({ key, percent }, index) => (
        <Stack key={key} gap={6}>
          <div className={classes.variant}>
            <UrlInput
              field={`ab.${index}.url`}
              aria-label={`Destination of variant ${index + 1}`}
              error={form.errors[`ab.${index}.url`] ?? form.errors[`items.${index}.url`]}
            />
            <NumberInput
              className={classes.under}
              aria-label={`Share of variant ${index + 1} in percent`}
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
              aria-label={`Remove variant ${index + 1}`}
              onClick={() => form.removeListItem('ab', index)}
            >
              <CloseIcon />
            </ActionIcon>
          </div>
          <Slider
            thumbLabel={`Share of variant ${index + 1}`}
            label={(value) => `${value} %`}
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
          Add a variant
        </Button>
      </Group>
    </Stack>
  )
}
