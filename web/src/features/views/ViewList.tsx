import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { useSearch } from 'wouter'
import { text as words } from '#messages/shared.ts'
import { text } from '#messages/views.ts'
import { useCan } from '../../api/me.ts'
import { Form } from '../../shared/Form.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useSaving } from '../../shared/saving.ts'
import { ViewRow } from './ViewRow.tsx'
import { createView, useViews, type ViewPage } from './view.queries.ts'
import { viewQuery } from './view.rules.ts'
import classes from './views.module.css'

interface ViewListProps {
  page: ViewPage
  close: () => void
}

/** The saved views of a page, and a field that saves the current filters as another one. */
export function ViewList({ page, close }: ViewListProps) {
  const { data, error, refetch } = useViews(page)
  const writes = useCan()('catalog:write')
  const query = viewQuery(useSearch())
  const whole = useRef<HTMLDivElement>(null)
  // Loaded after the popover has moved the focus.
  useEffect(() => whole.current?.focus(), [])
  return (
    <Stack gap="sm" className={classes.views} ref={whole} tabIndex={-1}>
      <div>
        <Text component="h2" fw={600} size="sm">
          {text.title}
        </Text>
        <Text size="xs" c="dimmed">
          {writes ? text.shared : text.readOnly}
        </Text>
      </div>
      <ProblemNotice error={error} retry={refetch} />
      {!data && !error && <Loader size="sm" />}
      {data?.total === 0 && (
        <Text size="sm" c="dimmed">
          {text.none}
        </Text>
      )}
      {data && data.total > 0 && (
        <ul className={classes.list}>
          {data.items.map((view) => (
            <ViewRow
              key={view.id}
              view={view}
              page={page}
              current={query}
              writes={writes}
              close={close}
              removed={() => whole.current?.focus()}
            />
          ))}
        </ul>
      )}
      {data && data.total > data.items.length && (
        <Text size="xs" c="dimmed">
          {text.first({ shown: data.items.length, total: data.total })}
        </Text>
      )}
      {writes && <SaveView key={query} page={page} query={query} />}
    </Stack>
  )
}

function SaveView({ page, query }: { page: ViewPage; query: string }) {
  const form = useSaving({
    initial: { name: '' },
    labels: { name: words.name },
    save: ({ name }) => createView({ name, page, query }),
    changes: ['view'],
    saved: ({ name }) => {
      form.set({ name: '' })
      notifications.show({ message: text.saved(name) })
    },
  })
  const nothing = query === ''
  return (
    <Form {...form} gap={0}>
      <Group align="start" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          {...form.field('name')}
          label={text.saveAs}
          description={nothing ? text.nothing[page] : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={text.name}
          required
          withAsterisk={false}
          maxLength={50}
          disabled={nothing}
        />
        <Button type="submit" mt={25} disabled={nothing} loading={form.saving}>
          {words.save}
        </Button>
      </Group>
    </Form>
  )
}
