import { Button, Loader, Menu, Popover } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { text } from '#messages/analytics-period.ts'
import { ClockIcon, DownIcon } from '../../shared/icons.tsx'
import { KeyHint } from '../../shared/KeyHint.tsx'
import { useShortcuts } from '../../shared/shortcuts.ts'
import { PERIODS, rangeOf } from './period.rules.ts'
import { describe, placeOf } from './time-name.rules.ts'

const OwnDays = lazy(async () => ({ default: (await import('./OwnDays.tsx')).OwnDays }))
/** The shortcuts of the first periods, in the order of the menu. */
const KEYS = '1234567890'

interface PeriodPickerProps {
  /** As in the URL. */
  period: string
  zone: string
  owner: keyof typeof text.zones
  now: string
  change: (change: Record<string, string>) => void
}

/** Selects the days and the time zone in which they begin. */
export function PeriodPicker({ period, zone, owner, now, change }: PeriodPickerProps) {
  const [choosing, setChoosing] = useState(false)
  const range = rangeOf(period, now)
  const known = PERIODS.find((it) => it === period)
  const days = known ? text.periods[known] : range ? describe(range) : text.periods.all
  const place = placeOf(zone, Intl.DateTimeFormat().resolvedOptions().timeZone)
  const name = place ? `${days} · ${place}` : days
  const choose = (value: string) => change({ period: value === '30d' ? '' : value })
  useShortcuts(
    Object.fromEntries([...KEYS].map((key, nth) => [key, () => choose(PERIODS[nth] ?? '')])),
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
                aria-label={text.periodIs(name)}
              >
                {name}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {PERIODS.map((value, nth) => (
                <Menu.Item
                  key={value}
                  rightSection={nth < KEYS.length && <KeyHint>{KEYS.charAt(nth)}</KeyHint>}
                  onClick={() => choose(value)}
                >
                  {text.periods[value]}
                </Menu.Item>
              ))}
              <Menu.Divider />
              <Menu.Item onClick={() => setChoosing(true)}>{text.otherDays}</Menu.Item>
              <Menu.Label>{text.zones[owner](zone)}</Menu.Label>
            </Menu.Dropdown>
          </Menu>
        </span>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<Loader size="sm" />}>
          {choosing && (
            <OwnDays
              range={range}
              today={now}
              zone={zone}
              change={(changed) => {
                setChoosing(false)
                change(changed)
              }}
            />
          )}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
