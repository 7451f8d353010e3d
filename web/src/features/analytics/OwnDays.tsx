import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/analytics-period.ts'
import { SearchSelect } from '../../shared/SearchSelect.tsx'
import { zonesWith } from '../../shared/time-zones.ts'
import type { Day, Range } from './period.rules.ts'

interface OwnDaysProps {
  /** Undefined for all time. */
  range: Range | undefined
  today: Day
  zone: string
  change: (change: Record<string, string>) => void
}

/** Selects the first and the last day, and the time zone in which they begin. */
export function OwnDays({ range, today, zone, change }: OwnDaysProps) {
  const [from, setFrom] = useState(range?.from ?? today)
  const [to, setTo] = useState(range?.to ?? today)
  const [timezone, setTimezone] = useState(zone)
  // In another zone, the days of a period such as the last 30 days can be others.
  const isUnchanged = from === range?.from && to === range.to
  const wrong = from > to ? text.lastBeforeFirst : undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (wrong) return
        change({
          ...(!isUnchanged && { period: `${from},${to}` }),
          ...(timezone !== zone && { timezone }),
        })
      }}
    >
      <Stack gap="sm" w={280}>
        <Group grow align="flex-start">
          <TextInput
            type="date"
            label={text.firstDay}
            required
            // Loaded after the popover has moved the focus.
            autoFocus
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            type="date"
            label={text.lastDay}
            required
            error={wrong}
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </Group>
        <SearchSelect
          label={text.timeZone}
          limit={60}
          data={zonesWith(zone)}
          value={timezone}
          onChange={(value) => value && setTimezone(value)}
          comboboxProps={{ withinPortal: false }}
        />
        <Button type="submit">{text.show}</Button>
      </Stack>
    </form>
  )
}
