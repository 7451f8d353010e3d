import { Group, Table, Text } from '@mantine/core'
import { text } from '#messages/links-import.ts'
import { Label } from '../../shared/Label.tsx'
import { type ImportRow, labelOf, tagsOf } from './import.rules.ts'

const SHOWN = 5

/** The first links that an import would create. */
export function ImportPreview({ rows }: { rows: readonly ImportRow[] }) {
  const labeled = rows.some(({ cells }) => cells.folder || cells.tags)
  return (
    <>
      <Table.ScrollContainer minWidth={300} type="native" tabIndex={0}>
        <Table aria-label={text.firstLinks}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{labelOf('url')}</Table.Th>
              <Table.Th>{labelOf('slug')}</Table.Th>
              {labeled && <Table.Th>{text.labels}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, SHOWN).map((row) => (
              <Row key={row.line.number} row={row} labeled={labeled} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {labeled && (
        <Text size="sm" c="dimmed">
          {text.labelsAreCreated}
        </Text>
      )}
    </>
  )
}

function Row({ row, labeled }: { row: ImportRow; labeled: boolean }) {
  const { url, slug, folder } = row.cells
  return (
    <Table.Tr>
      <Table.Td maw={labeled ? 260 : 320} className="clip" title={url}>
        {url}
      </Table.Td>
      <Table.Td>
        {slug ?? (
          <Text size="sm" c="dimmed">
            {text.generated}
          </Text>
        )}
      </Table.Td>
      {labeled && (
        <Table.Td>
          <Group gap={4} maw={200}>
            {folder && <Label label={{ name: folder }} folder />}
            {tagsOf(row).map((name) => (
              <Label key={name} label={{ name }} />
            ))}
          </Group>
        </Table.Td>
      )}
    </Table.Tr>
  )
}
