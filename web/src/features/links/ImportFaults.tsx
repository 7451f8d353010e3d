import { Button, Table } from '@mantine/core'
import { counted } from '../../shared/counted.ts'
import { download } from '../../shared/download.ts'
import { DownloadIcon } from '../../shared/icons.tsx'
import { formatCount } from '../../shared/numbers.rules.ts'
import { type Fault, labelOf, toFailedTable } from './import.rules.ts'

/** Rows with errors, by their numbers in the file. */
export const FaultTable = ({ faults, total }: { faults: readonly Fault[]; total: number }) => (
  <Table.ScrollContainer minWidth={300} maxHeight={240} type="native" tabIndex={0}>
    <Table aria-label="Rows with errors" stickyHeader>
      {total > faults.length && (
        <Table.Caption>The first {counted(faults.length, 'row')} with errors</Table.Caption>
      )}
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="5rem">Row</Table.Th>
          <Table.Th>Error</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {faults.map(({ line, field, detail }) => (
          <Table.Tr key={line.number}>
            <Table.Td className="number">{formatCount(line.number)}</Table.Td>
            <Table.Td className="whole">
              {field && <b>{labelOf(field)}</b>} {detail}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

interface SaveFaultsProps {
  header: readonly string[]
  faults: readonly Fault[]
}

/** Downloads the rows with errors as a file that can be corrected and imported. */
export function SaveFaults({ header, faults }: SaveFaultsProps) {
  async function save() {
    const { default: papa } = await import('papaparse')
    const text = papa.unparse(toFailedTable(header, faults), { escapeFormulae: true })
    download(new Blob([text], { type: 'text/csv' }), 'failed.csv')
  }
  return (
    <Button variant="default" leftSection={<DownloadIcon />} onClick={save}>
      Failed rows
    </Button>
  )
}
