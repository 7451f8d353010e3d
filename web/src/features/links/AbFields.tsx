import { NumberInput, Slider, Stack, Text } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { text } from '#messages/link-form-destinations.ts'
import { filled } from '../../shared/filled.tsx'
import { formatPercent } from '../../shared/numbers.rules.ts'
import { useRows } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { mainShare, shareOf } from './link-form.rules.ts'
import { AddRow, RemoveRow } from './RowButtons.tsx'
import { UrlInput } from './UrlInput.tsx'

const words = text.ab

/** Shares of visitors for other destinations, at most 100 % in total. */
export function AbFields() {
  const { rows, errorOf, change, add, remove } = useRows('ab')
  const rest = mainShare(rows)
  const setShare = (index: number, requested: number) =>
    change(index, { percent: shareOf(rows, index, requested) })
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {filled(rows.length > 0 ? words.restAndOthers : words.rest, {
          share: <b className="number">{formatPercent(rest / 100)}</b>,
        })}
      </Text>
      {rows.map(({ key, url, percent }, index) => (
        <Stack key={key} gap={6}>
          <div className={classes.variant}>
            <UrlInput
              aria-label={words.destinationOf(index + 1)}
              value={url}
              error={errorOf(index, 'url')}
              onChange={(typed) => change(index, { url: typed })}
            />
            <NumberInput
              className={classes.under}
              aria-label={words.percentOf(index + 1)}
              suffix=" %"
              min={0}
              max={100}
              decimalScale={2}
              value={percent}
              error={errorOf(index, 'percent')}
              onChange={(requested) => setShare(index, Number(requested) || 0)}
            />
            <RemoveRow label={words.remove(index + 1)} remove={() => remove(index)} />
          </div>
          <Slider
            thumbLabel={words.shareOf(index + 1)}
            label={(share) => formatPercent(share / 100)}
            value={percent}
            onChange={(requested) => setShare(index, requested)}
          />
        </Stack>
      ))}
      <AddRow
        label={words.add}
        disabled={rest <= 0}
        add={() => add({ key: randomId(), url: '', percent: Math.min(50, rest) })}
      />
    </Stack>
  )
}
