import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { text } from '#messages/links-bulk.ts'
import { text as words } from '#messages/shared.ts'
import { useFocusBack } from '../../shared/focus-back.ts'
import type { Failure } from './bulk.queries.ts'
import type { Selection } from './selection.rules.ts'

interface BulkFailuresProps {
  failed: readonly Failure[]
  /** The links that the action was for. */
  links: Selection
  close: () => void
}

/** The links that an action failed for, and why. */
export function BulkFailures({ failed, links, close }: BulkFailuresProps) {
  useFocusBack()
  const addressOf = (id: string) => {
    const link = links.get(id)
    return link ? `${link.domain}/${link.slug}` : id
  }
  return (
    <Modal opened onClose={close} size="lg" title={text.failed(failed.length)}>
      <Stack>
        <Text size="sm">{text.staySelected(failed.length)}</Text>
        <Table.ScrollContainer minWidth={260} maxHeight={320} type="native" tabIndex={0}>
          <Table aria-label={text.failedLinks}>
            <Table.Tbody>
              {failed.map(({ id, detail }) => (
                <Table.Tr key={id}>
                  <Table.Td className="whole">{addressOf(id)}</Table.Td>
                  <Table.Td className="whole">{detail}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Group justify="flex-end">
          <Button onClick={close}>{words.done}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
