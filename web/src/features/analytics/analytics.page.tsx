import { EmptyState } from '../../shared/EmptyState.tsx'
import { ChartIcon } from '../../shared/icons.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'

export function Page() {
  return (
    <>
      <PageHeader title="Analytics" />
      <EmptyState icon={<ChartIcon size={28} />} title="Not here yet">
        The API has it already; this page follows.
      </EmptyState>
    </>
  )
}
