import { Alert, Anchor, Button, Group, ScrollArea, Stack, Text } from '@mantine/core'
import { Link as To } from 'wouter'
import { counted } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useUndoImport } from './import.queries.ts'
import { dropLastImport } from './last-import.ts'

/** Deletes the links of an import. Links that were changed since are kept unless the user chooses. */
export function UndoImport({ job }: { job: string }) {
  const { mutate, data, error, isPending, deleted } = useUndoImport(job)
  const undo = (includeChanged: boolean) =>
    mutate(includeChanged, { onSuccess: ({ kept }) => kept === 0 && dropLastImport() })
  const { kept = 0, items = [] } = data ?? {}
  return (
    <Stack gap="sm">
      <ProblemNotice error={error} />
      {!data && (
        <Group gap="xs">
          <Button variant="default" loading={isPending} onClick={() => undo(false)}>
            Undo import
          </Button>
          <Text size="sm" c="dimmed" aria-live="polite">
            {deleted > 0 ? `${formatCount(deleted)} deleted …` : 'Moves its links to the trash.'}
          </Text>
        </Group>
      )}
      {data && (
        <Text role="status" size="sm">
          Deleted {counted(deleted, 'link')}. Deleted links are in the{' '}
          <Anchor component={To} href="/trash" inherit underline="always">
            trash
          </Anchor>{' '}
          for 30 days.
        </Text>
      )}
      {kept > 0 && (
        <Alert
          variant="default"
          title={`${counted(kept, 'link')} changed since the import ${kept === 1 ? 'was' : 'were'} kept`}
        >
          <ScrollArea.Autosize mah={160} type="auto">
            <Text component="ul" size="sm" my={0}>
              {items.map(({ id, short_url }) => (
                <li key={id}>
                  <Anchor component={To} href={`/links/${id}`} inherit>
                    {short_url}
                  </Anchor>
                </li>
              ))}
            </Text>
          </ScrollArea.Autosize>
          {kept > items.length && (
            <Text size="sm">and {counted(kept - items.length, 'more link')}</Text>
          )}
          <Button
            mt="xs"
            size="compact-sm"
            variant="default"
            loading={isPending}
            onClick={() => undo(true)}
          >
            Delete {kept === 1 ? 'it' : 'them'}, too
          </Button>
        </Alert>
      )}
    </Stack>
  )
}
