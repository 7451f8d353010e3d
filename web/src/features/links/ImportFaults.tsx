import { Button, Table } from '@mantine/core'
import { text } from '#messages/links-import.ts'
import { download } from '../../shared/download.ts'
import { DownloadIcon } from '../../shared/icons.tsx'
import { formatCount } from '../../shared/numbers.rules.ts'
import { type Fault, labelOf, toFailedTable } from './import.rules.ts'

/** Rows with errors, by their numbers in the file. */
export const FaultTable = ({ faults, total }: { faults: readonly Fault[]; total: number }) => (
  <Table.ScrollContainer minWidth={300} maxHeight={240} type="native" tabIndex={0}>
    <Table aria-label={text.faults} stickyHeader>
      {total > faults.length && <Table.Caption>{text.firstFaults(faults.length)}</Table.Caption>}
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="5rem">{text.row}</Table.Th>
          <Table.Th>{text.error}</Table.Th>
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
    const csv = papa.unparse(toFailedTable(header, faults), { escapeFormulae: true })
    void download(new Blob([csv], { type: 'text/csv' }), 'failed.csv')
  }
  return (
    <Button variant="default" leftSection={<DownloadIcon />} onClick={save}>
      {text.failedRows}
    </Button>
  )
}
