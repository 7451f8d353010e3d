import { Button, Group, Skeleton, Text } from '@mantine/core'
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import { text } from '#messages/analytics-parts.ts'
import { useCan } from '../../api/me.ts'
import { PlusIcon } from '../../shared/icons.tsx'
import { localTime } from '../../shared/local-time.rules.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useShortcuts } from '../../shared/shortcuts.ts'
import { useNotes } from './note.queries.ts'
import { firstTime } from './note.rules.ts'
import type { Interval, Range } from './period.rules.ts'

const TimeChart = lazy(async () => ({ default: (await import('./TimeChart.tsx')).TimeChart }))
const Notes = lazy(async () => ({ default: (await import('./Notes.tsx')).Notes }))

type Chart = Omit<ComponentProps<typeof TimeChart>, 'notes' | 'interval'>

interface NotedChartProps {
  /** Undefined while loading. */
  chart: Chart | undefined
  interval: Interval
  /** Undefined means all time. */
  range: Range | undefined
  zone: string
  /** The links that the chart is about; without any, it is about all of them. */
  links: readonly string[]
  /** The legend. */
  children?: ReactNode
}

/** The chart of clicks or visitors with the notes of the team, which are listed below it. */
export function NotedChart({ chart, interval, range, zone, links, children }: NotedChartProps) {
  const writes = useCan()('catalog:write')
  const { marks, notes, error } = useNotes({ links, range, zone, steps: chart?.steps, interval })
  /** The local time of a new note, while one is added. */
  const [added, setAdded] = useState<string>()
  const add = () => setAdded(firstTime(range, localTime(zone, new Date())))
  useShortcuts(writes ? { n: add } : {})
  return (
    <>
      <Suspense fallback={<Skeleton h={260} />}>
        {chart ? <TimeChart {...chart} interval={interval} notes={marks} /> : <Skeleton h={260} />}
      </Suspense>
      {children}
      <Text size="xs" c="dimmed" mt="xs">
        {text.visitorsNote}
      </Text>
      <ProblemNotice error={error} />
      <Group justify="space-between" mih={26} mt="xs">
        <Text component="h3" fw={600} size="sm">
          {notes.length > 0 && text.notes}
        </Text>
        {writes && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<PlusIcon size={14} />}
            aria-keyshortcuts="n"
            onClick={add}
          >
            {text.addNote}
          </Button>
        )}
      </Group>
      <Suspense>
        {(added || notes.length > 0) && (
          <Notes
            notes={notes}
            zone={zone}
            range={range}
            links={links}
            added={added}
            close={() => setAdded(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
