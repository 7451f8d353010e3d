import { Skeleton, Stack } from '@mantine/core'
import { text } from '#messages/shared.ts'
import { Panel } from './Panel.tsx'

const ROWS = [1, 2, 3, 4]

/** Placeholders for the rows of a list that is loading. */
export const WaitingRows = () => (
  <Panel>
    <Stack role="status" aria-label={text.loading}>
      {ROWS.map((row) => (
        <Skeleton key={row} h={24} />
      ))}
    </Stack>
  </Panel>
)
