import { Box, Button, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { text } from '#messages/link.ts'
import { ProblemError } from '../../api/problem.ts'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { Rows } from '../../shared/Rows.tsx'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { sayActor, sayChange, textChange } from './history.rules.ts'
import { type Entry, useHistory, useRestoreVersion } from './link-page.queries.ts'

const words = text.history

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
    <Panel p={0} component="section" aria-label={words.title}>
      <Title order={2} size="h5" p="md" pb="xs">
        {words.title}
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
                      onSuccess: () => notifications.show({ message: words.versionRestored }),
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
          {words.older}
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
  const change = textChange(entry)
  return (
    <li>
      <Box miw={0} flex={1}>
        <Text size="sm" fw={500}>
          {sayChange(entry)}
        </Text>
        {change && (
          <Text size="sm" className="clip" title={`${change[0]} → ${change[1]}`}>
            <del>{change[0] || words.nothing}</del> → {change[1] || words.nothing}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {sayActor(entry)} · <TimeAgo time={entry.at} />
        </Text>
      </Box>
      {restore && (
        <Button variant="default" size="compact-sm" loading={restoring} onClick={restore}>
          {words.restore}
        </Button>
      )}
    </li>
  )
}
