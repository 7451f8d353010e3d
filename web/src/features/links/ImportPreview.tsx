import { Group, Table, Text } from '@mantine/core'
import { Label } from '../../shared/Label.tsx'
import type { ImportRow } from './import.rules.ts'

const SHOWN = 5

/** The first links that an import would create. */
export function ImportPreview({ rows }: { rows: readonly ImportRow[] }) {
  const tagged = rows.some(({ tags }) => tags)
  return (
    <>
      <Table.ScrollContainer minWidth={300} type="native" tabIndex={0}>
        <Table aria-label="The first links">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Destination</Table.Th>
              <Table.Th>Slug</Table.Th>
              {tagged && <Table.Th>Tags</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, SHOWN).map((row, i) => (
              <Row key={i} row={row} tagged={tagged} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {tagged && (
        <Text size="sm" c="dimmed">
          Tags that do not exist yet are created.
        </Text>
      )}
    </>
  )
}

const Row = ({ row: { url, slug, tags = [] }, tagged }: { row: ImportRow; tagged: boolean }) => (
  <Table.Tr>
    <Table.Td maw={tagged ? 260 : 320} className="clip" title={url}>
      {url}
    </Table.Td>
    <Table.Td>
      {slug ?? (
        <Text size="sm" c="dimmed">
          made up
        </Text>
      )}
    </Table.Td>
    {tagged && (
      <Table.Td>
        <Group gap={4} maw={200}>
          {tags.map((name) => (
            <Label key={name} label={{ name, color: null }} />
          ))}
        </Group>
      </Table.Td>
    )}
  </Table.Tr>
)
