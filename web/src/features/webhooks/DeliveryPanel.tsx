import { Button, Drawer, Group, NativeSelect, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { text as words } from '#messages/shared.ts'
import { text as webhooks } from '#messages/webhooks.ts'
import { filled } from '../../shared/filled.tsx'
import { useFocusBack } from '../../shared/focus-back.ts'
import { useNarrow } from '../../shared/media.ts'
import { PageChoice } from '../../shared/PageChoice.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { DeliveryDetail } from './DeliveryDetail.tsx'
import { PausedNotice } from './PausedNotice.tsx'
import { isHeld, Result } from './Result.tsx'
import {
  type Delivery,
  type DeliveryStatus,
  useDeliveryPage,
  useTestWebhook,
  type Webhook,
} from './webhook.queries.ts'

const text = webhooks.delivery
const CHOICES = Object.entries(text.statuses).map(([value, label]) => ({ value, label }))

/** The messages sent to a webhook, with their responses. */
export function DeliveryPanel({ webhook, close }: { webhook: Webhook; close: () => void }) {
  useFocusBack()
  const narrow = useNarrow()
  const [page, setPage] = useState(1)
  const [status, setStatus] = useState<DeliveryStatus>()
  const { data, error, refetch } = useDeliveryPage(webhook.id, status, page - 1)
  const test = useTestWebhook(webhook.id)
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={narrow ? '100%' : 640}
      title={webhooks.deliveriesTo(webhook.name || webhook.url)}
    >
      <PausedNotice webhook={webhook} />
      <Stack>
        <Group>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {text.test}
          </Button>
          <NativeSelect
            aria-label={words.status}
            data={[{ value: '', label: text.allMessages }, ...CHOICES]}
            value={status ?? ''}
            onChange={({ currentTarget }) => {
              setStatus((currentTarget.value || undefined) as DeliveryStatus | undefined)
              setPage(1)
            }}
          />
        </Group>
        <ProblemNotice error={error ?? test.error} retry={refetch} />
        {!data && !error && <Skeleton h={200} />}
        {data?.total === 0 && <Text c="dimmed">{status ? text.noneWithStatus : text.none}</Text>}
        {data && data.total > 0 && (
          <Table.ScrollContainer minWidth={320} type="native" tabIndex={0}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{text.event}</Table.Th>
                  <Table.Th>{text.result}</Table.Th>
                  <Table.Th visibleFrom="sm">{text.tries}</Table.Th>
                  <Table.Th>{text.when}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.items.map((delivery) => (
                  <Row key={delivery.id} webhook={webhook} delivery={delivery} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        <PageChoice of={data} page={page} change={setPage} mt={0} />
      </Stack>
    </Drawer>
  )
}

function Row({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const [opened, setOpened] = useState(false)
  const { type, tries, response_code, duration_ms, error, created_at, next_try_at } = delivery
  const held = isHeld(delivery)
  const answer = [error || response_code, duration_ms !== null && text.milliseconds(duration_ms)]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={opened}
            aria-label={text.detailsOf(type)}
            onClick={() => setOpened(!opened)}
          >
            {type}
          </Button>
        </Table.Td>
        <Table.Td>
          <Result delivery={delivery} />
          <Text size="xs" c="dimmed">
            {answer}
          </Text>
        </Table.Td>
        <Table.Td className="number" visibleFrom="sm">
          {tries}
        </Table.Td>
        <Table.Td>
          <TimeAgo time={created_at} />
          {next_try_at && (
            <Text size="xs" c="dimmed">
              {filled(text.again, { when: <TimeAgo time={next_try_at} /> })}
            </Text>
          )}
          {held && (
            <Text size="xs" c="dimmed">
              {text.untilOn}
            </Text>
          )}
        </Table.Td>
      </Table.Tr>
      {opened && (
        <Table.Tr>
          <Table.Td colSpan={4}>
            <DeliveryDetail webhook={webhook} delivery={delivery} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}
