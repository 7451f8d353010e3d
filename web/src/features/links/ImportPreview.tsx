import { Group, Table, Text } from '@mantine/core'
import { text } from '#messages/links-import.ts'
import { Label } from '../../shared/Label.tsx'
import { formatCount } from '../../shared/numbers.rules.ts'
import {
  firstRows,
  type ImportRow,
  labelOf,
  leftOut,
  type Mapping,
  tagsOf,
} from './import.rules.ts'
import type { Sheet } from './sheet.rules.ts'

const SHOWN = 5
const RAW_SHOWN = 3

interface PreviewProps {
  sheet: Sheet
  mapping: Mapping
}

/** The first links that an import would create. */
export function ImportPreview({ sheet, mapping }: PreviewProps) {
  const rows = firstRows(sheet, mapping, SHOWN)
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
            {rows.map((row) => (
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

/** The first rows as they are, to decide which column has the destinations. */
export const RawRows = ({ sheet: { header, lines } }: { sheet: Sheet }) => (
  <Table.ScrollContainer minWidth={300} type="native" tabIndex={0}>
    <Table aria-label={text.firstRows}>
      <Table.Thead>
        <Table.Tr>
          {header.map((name) => (
            <Table.Th key={name}>{name}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.slice(0, RAW_SHOWN).map(({ number, cells }) => (
          <Table.Tr key={number}>
            {header.map((name, i) => (
              <Table.Td key={name} maw={200} className="clip" title={cells[i]}>
                {cells[i]}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

/** What of the file is not imported, with the number of values. */
export function LeftOut({ sheet, mapping }: PreviewProps) {
  const parts = [
    ...leftOut(sheet, mapping).map(({ name, values }) => `${name} (${formatCount(values)})`),
    ...sheet.tables.map(({ name, rows }) => `${name} (${formatCount(rows)})`),
  ]
  if (parts.length === 0) return null
  return <Text size="sm">{text.leftOut(parts.join(', '))}</Text>
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
