import { Progress as Bar, Button, Group, Stack, Table, Text } from '@mantine/core'
import { download } from '../../shared/download.ts'
import { DownloadIcon } from '../../shared/icons.tsx'
import { formatCount } from '../../shared/numbers.rules.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import type { Progress } from './import.queries.ts'

const SHOWN = 5

interface ImportProgressProps {
  progress: Progress
  error: unknown
  running: boolean
  close: () => void
}

/** The progress of an import, and its failed rows. */
export function ImportProgress({ progress, error, running, close }: ImportProgressProps) {
  const { done, total, created, failed, rows } = progress
  async function save() {
    const { default: papa } = await import('papaparse')
    const flat = rows.map(({ tags, ...row }) => ({
      ...row,
      ...(tags && { tags: tags.join(', ') }),
    }))
    const columns = ['url', 'slug', 'domain_id', 'tags', 'error'].filter((column) =>
      flat.some((row) => column in row),
    )
    const text = papa.unparse(flat, { escapeFormulae: true, columns })
    download(new Blob([text], { type: 'text/csv' }), 'failed.csv')
  }
  return (
    <Stack>
      <Bar value={(done / total) * 100} aria-label="Progress of the import" animated={running} />
      <Text role="status">
        {formatCount(created)} of {formatCount(total)} created
        {failed > 0 && `, ${formatCount(failed)} failed`}
        {running && ' …'}
      </Text>
      <ProblemNotice error={error} />
      {rows.length > 0 && (
        <Table aria-label="Rows that failed" layout="fixed">
          <Table.Tbody>
            {rows.slice(0, SHOWN).map(({ url, slug, error: why }, i) => (
              <Table.Tr key={i}>
                <Table.Td className="clip" w="35%" title={url}>
                  {slug ?? url}
                </Table.Td>
                <Table.Td className="whole">{why}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group justify="flex-end">
        {rows.length > 0 && (
          <Button variant="default" leftSection={<DownloadIcon />} onClick={save}>
            Failed rows
          </Button>
        )}
        <Button onClick={close}>{running ? 'Go on without watching' : 'Done'}</Button>
      </Group>
    </Stack>
  )
}
