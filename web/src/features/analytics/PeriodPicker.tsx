import { Button, Group, Menu, Popover, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ClockIcon, DownIcon } from '../../shared/icons.tsx'
import { KeyHint } from '../../shared/KeyHint.tsx'
import { useShortcuts } from '../../shared/shortcuts.ts'
import { describe, PERIODS, type Period, type Range, rangeOf } from './period.rules.ts'

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((it) => it !== 'UTC')]

const NAMED = Object.keys(PERIODS)
/** The shortcuts of the first periods, in the order of the menu. */
const KEYS = '1234567890'

interface PeriodPickerProps {
  /** As in the URL. */
  period: string
  zone: string
  now: string
  change: (change: Record<string, string>) => void
}

/** Selects the days and the time zone in which they begin. */
export function PeriodPicker({ period, zone, now, change }: PeriodPickerProps) {
  const [choosing, setChoosing] = useState(false)
  const range = rangeOf(period, now)
  const name = period in PERIODS ? PERIODS[period as Period] : range ? describe(range) : 'All time'
  const choose = (value: string) => change({ period: value === '30d' ? '' : value })
  useShortcuts(
    Object.fromEntries([...KEYS].map((key, nth) => [key, () => choose(NAMED[nth] ?? '')])),
  )
  return (
    <Popover
      opened={choosing}
      onChange={setChoosing}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <span>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                variant="default"
                leftSection={<ClockIcon />}
                rightSection={<DownIcon size={14} />}
                aria-label={`Period: ${name}`}
              >
                {name}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {Object.entries(PERIODS).map(([value, label], nth) => (
                <Menu.Item
                  key={value}
                  rightSection={nth < KEYS.length && <KeyHint>{KEYS.charAt(nth)}</KeyHint>}
                  onClick={() => choose(value)}
                >
                  {label}
                </Menu.Item>
              ))}
              <Menu.Divider />
              <Menu.Item onClick={() => setChoosing(true)}>Other days or time zone…</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </span>
      </Popover.Target>
      <Popover.Dropdown>
        <OwnDays
          range={range ?? { from: now, to: now }}
          zone={zone}
          change={(changed) => {
            setChoosing(false)
            change(changed)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

interface OwnDaysProps {
  range: Range
  zone: string
  change: PeriodPickerProps['change']
}

function OwnDays({ range, zone, change }: OwnDaysProps) {
  const [from, setFrom] = useState(range.from)
  const [to, setTo] = useState(range.to)
  const [timezone, setTimezone] = useState(zone)
  const wrong = from > to ? 'The last day is before the first.' : undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!wrong) change({ period: `${from},${to}`, timezone })
      }}
    >
      <Stack gap="sm" w={280}>
        <Group grow align="flex-start">
          <TextInput
            type="date"
            label="First day"
            required
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            type="date"
            label="Last day"
            required
            error={wrong}
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </Group>
        <Select
          label="Time zone"
          searchable
          allowDeselect={false}
          limit={60}
          data={ZONES}
          value={timezone}
          onChange={(value) => value && setTimezone(value)}
          comboboxProps={{ withinPortal: false }}
        />
        <Button type="submit">Show</Button>
      </Stack>
    </form>
  )
}
