import { Box, Button, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ProblemError } from '../../api/problem.ts'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { Rows } from '../../shared/Rows.tsx'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { sayActor, sayChange, textChange } from './history.rules.ts'
import { type Entry, useHistory, useRestoreVersion } from './link-page.queries.ts'

/** The changes of a link; an earlier version can be restored, which is a change, too. */
export function LinkHistory({ id }: { id: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useHistory(id)
  const restore = useRestoreVersion(id)
  const entries = data?.pages.flatMap(({ items }) => items) ?? []
  // An API key without the scope.
  if (error instanceof ProblemError && error.problem.status === 403) return null
  if (error) return <ProblemNotice error={error} retry={refetch} />
  if (entries.length === 0) return null
  return (
    <Panel p={0} component="section" aria-label="History">
      <Title order={2} size="h5" p="md" pb="xs">
        History
      </Title>
      <ProblemNotice error={restore.error} />
      <Rows>
        {entries.map((entry, i) => (
          <Row
            key={entry.id}
            entry={entry}
            restoring={restore.isPending && restore.variables === entry.id}
            restore={
              i > 0 && entry.operation !== 'deleted'
                ? () =>
                    restore.mutate(entry.id, {
                      onSuccess: () => notifications.show({ message: 'Restored this version' }),
                    })
                : undefined
            }
          />
        ))}
      </Rows>
      {hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          m="xs"
          loading={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          Show older changes
        </Button>
      )}
    </Panel>
  )
}

interface RowProps {
  entry: Entry
  restoring: boolean
  /** Absent for the present version. */
  restore: (() => void) | undefined
}

function Row({ entry, restoring, restore }: RowProps) {
  const text = textChange(entry)
  return (
    <li>
      <Box miw={0} flex={1}>
        <Text size="sm" fw={500}>
          {sayChange(entry)}
        </Text>
        {text && (
          <Text size="sm" className="clip" title={`${text[0]} → ${text[1]}`}>
            <del>{text[0] || 'nothing'}</del> → {text[1] || 'nothing'}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {sayActor(entry)} · <TimeAgo time={entry.at} />
        </Text>
      </Box>
      {restore && (
        <Button variant="default" size="compact-sm" loading={restoring} onClick={restore}>
          Restore
        </Button>
      )}
    </li>
  )
}
