import { Alert, Anchor, Button, Group, ScrollArea, Stack, Text } from '@mantine/core'
import { Link as To } from 'wouter'
import { text } from '#messages/links-import.ts'
import { filled } from '../../shared/filled.tsx'
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
            {text.undo}
          </Button>
          <Text size="sm" c="dimmed" aria-live="polite">
            {deleted > 0 ? text.deleting(deleted) : text.undoHint}
          </Text>
        </Group>
      )}
      {data && (
        <Text role="status" size="sm">
          {filled(text.deleted, {
            links: deleted,
            trash: (
              <Anchor component={To} href="/trash" inherit underline="always">
                {text.trash}
              </Anchor>
            ),
          })}
        </Text>
      )}
      {kept > 0 && (
        <Alert variant="default" title={text.kept(kept)}>
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
          {kept > items.length && <Text size="sm">{text.andMore(kept - items.length)}</Text>}
          <Button
            mt="xs"
            size="compact-sm"
            variant="default"
            loading={isPending}
            onClick={() => undo(true)}
          >
            {text.deleteToo(kept)}
          </Button>
        </Alert>
      )}
    </Stack>
  )
}
