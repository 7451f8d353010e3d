import { Button, Center, Text } from '@mantine/core'
import { text } from '#messages/audit.ts'
import { useExport } from '../../shared/exporting.ts'
import { useFilters } from '../../shared/filters.ts'
import { DownloadIcon } from '../../shared/icons.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { Rows } from '../../shared/Rows.tsx'
import { WaitingRows } from '../../shared/WaitingRows.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { exportEntries, useEntries, useNames, usePeople } from './audit.queries.ts'
import { grouped, toQuery } from './audit.rules.ts'
import { GroupRow } from './GroupRow.tsx'

/** Who changed what, and when. */
export function Page() {
  const [filters, change] = useFilters()
  const query = toQuery(filters)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useEntries(query)
  const people = usePeople()
  const names = useNames()
  const [exporting, hand] = useExport()
  const entries = data?.pages.flatMap(({ items }) => items)
  return (
    <>
      <PageHeader title={text.title} lead={text.lead}>
        <Button
          variant="default"
          leftSection={<DownloadIcon />}
          loading={exporting}
          onClick={() => hand('audit.ndjson', exportEntries(query))}
        >
          {text.export}
        </Button>
      </PageHeader>
      <AuditFilters filters={filters} change={change} />
      <ProblemNotice error={error} retry={refetch} />
      {!data && !error && <WaitingRows />}
      {entries?.length === 0 && (
        <Text c="dimmed" py="xl" ta="center">
          {text.noMatch}
        </Text>
      )}
      {entries && entries.length > 0 && (
        <Panel p={0}>
          <Rows>
            {grouped(entries).map((group) => (
              <GroupRow key={group[0]?.id} group={group} people={people} names={names} />
            ))}
          </Rows>
        </Panel>
      )}
      {hasNextPage && (
        <Center mt="md">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {text.showMore}
          </Button>
        </Center>
      )}
    </>
  )
}
